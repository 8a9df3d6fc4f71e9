import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { button } from '../../../../testing/forms.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { qualitiesOf } from './film-quality.ts';
import { SlowLinkOffer } from './slow-link-offer.tsx';

const qualities = qualitiesOf({
  ladder: '/ladder',
  originalPlays: true,
  sizeBytes: 310_000_000,
  versions: [
    { lines: 480, bytes: 42_400_000, url: '/480' },
    { lines: 180, bytes: 6_250_000, url: '/180' },
    { lines: 0, bytes: 2_000_000, url: '/0' },
  ],
});

test('on a link that is too slow for the smallest picture, sound only is offered, and taken by a button', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  onTestFinished(() => root.unmount());
  document.title = 'Player';
  const onQuality = vi.fn();
  const render = (part: { tooSlow: boolean; quality: 'auto' | '480' }) =>
    flushSync(() =>
      root.render(
        <div className="flex flex-col gap-3 p-4">
          <h1>Muster drill</h1>
          <SlowLinkOffer qualities={qualities} onQuality={onQuality} isCredited {...part} />
        </div>,
      ),
    );
  render({ tooSlow: false, quality: 'auto' });
  const offer = page.getByText(/^Your connection is too slow for video/);
  await expect.element(page.getByRole('heading', { name: 'Muster drill' })).toBeVisible();
  expect(offer.elements()).toEqual([]);
  render({ tooSlow: true, quality: '480' });
  expect(offer.elements()).toEqual([]);
  render({ tooSlow: true, quality: 'auto' });
  await expect.element(offer).toBeVisible();
  await expectSound('player on a slow link');
  await button('Sound only').click();
  expect(onQuality.mock.calls).toEqual([['0']]);
});
