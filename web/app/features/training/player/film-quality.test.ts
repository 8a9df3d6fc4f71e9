import { describe, expect, it } from 'vitest';
import { firstQuality, qualitiesOf, sourceOf } from './film-quality.ts';

const plain = { url: '/film', ladder: null, versions: [], sizeBytes: 310_000_000 };
const laddered = {
  ...plain,
  ladder: '/ladder',
  versions: [
    { lines: 480, bytes: 42_400_000, url: '/480' },
    { lines: 240, bytes: 6_250_000, url: '/240' },
    { lines: 0, bytes: 2_000_000, url: '/0' },
  ],
};

describe('the qualities of a film', () => {
  it('show how much bandwidth each uses', () => {
    expect(qualitiesOf(laddered).map(({ label }) => label)).toEqual([
      'Automatic · up to 42 MB',
      '480 lines · 42 MB',
      '240 lines · 6.3 MB',
      'Sound only · 2.0 MB',
      'As it came · 310 MB',
    ]);
    expect(qualitiesOf(plain).map(({ value }) => value)).toEqual(['original']);
  });

  it('start with the last choice, or the smallest picture with low data', () => {
    expect(firstQuality(laddered, null, false)).toBe('auto');
    expect(firstQuality(laddered, null, true)).toBe('240');
    expect(firstQuality(laddered, '0', true)).toBe('0');
    expect(firstQuality(laddered, '720', false)).toBe('auto');
    expect(firstQuality(plain, '240', true)).toBe('original');
  });

  it('each have their source, or the film itself if there is none', () => {
    expect(sourceOf(laddered, 'auto')).toEqual({ url: '/ladder', isPlaylist: true });
    expect(sourceOf(laddered, '0')).toEqual({ url: '/0', isPlaylist: true });
    expect(sourceOf(laddered, 'original')).toEqual({ url: '/film', isPlaylist: false });
    expect(sourceOf(laddered, '720')).toEqual({ url: '/film', isPlaylist: false });
    expect(sourceOf(plain, 'auto')).toEqual({ url: '/film', isPlaylist: false });
  });
});
