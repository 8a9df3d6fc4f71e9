import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { firstQuality, qualitiesOf, soundInstead, sourceOf } from './film-quality.ts';
import { pieceTimer } from './use-film-source.ts';

const plain = { url: '/film', ladder: null, versions: [], sizeBytes: 310_000_000, originalPlays: true };
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
      '480p · 42 MB',
      '240p · 6.3 MB',
      'Sound only · 2.0 MB',
      'Original · 310 MB',
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

  it('leave out an original that browsers do not play', () => {
    const converted = { ...laddered, originalPlays: false };
    expect(qualitiesOf(converted).map(({ value }) => value)).toEqual(['auto', '480', '240', '0']);
    expect(firstQuality(converted, 'original', false)).toBe('auto');
    expect(sourceOf(converted, 'original')).toEqual({ url: '/ladder', isPlaylist: true });
  });
});

describe('sound only', () => {
  it('is offered for the smallest picture and for the automatic choice, where the film has it', () => {
    const choices = qualitiesOf(laddered);
    expect(soundInstead(choices, 'auto')?.value).toBe('0');
    expect(soundInstead(choices, '240')?.value).toBe('0');
    expect(soundInstead(choices, '480')).toBeUndefined();
    expect(soundInstead(choices, 'original')).toBeUndefined();
    expect(soundInstead(choices, '0')).toBeUndefined();
    expect(soundInstead(qualitiesOf(plain), 'original')).toBeUndefined();
  });

  it('is offered when a piece of the smallest version takes longer to load than to play, until one does not', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const told: boolean[] = [];
    const pieces = pieceTimer((tooSlow) => told.push(tooSlow));
    const [smallest, larger] = [
      { level: 0, duration: 6 },
      { level: 1, duration: 6 },
    ];
    pieces.begun(larger);
    vi.advanceTimersByTime(20_000);
    expect(told).toEqual([]);
    pieces.begun(smallest);
    vi.advanceTimersByTime(5999);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([true]);
    pieces.loaded(smallest, 9);
    pieces.begun(smallest);
    pieces.loaded(smallest, 4);
    expect(told).toEqual([true, true, false]);
    pieces.begun(smallest);
    pieces.end();
    vi.advanceTimersByTime(60_000);
    expect(told).toHaveLength(3);
  });
});
