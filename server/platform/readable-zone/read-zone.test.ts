import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { someOf } from '../../testing/cases.ts';
import { readZone } from './read-zone.ts';

const today = '2026-11-20';

/** A page whose two last lines look like a readable zone, and are none. */
const striped = () => {
  const bars = Array.from({ length: 44 }, (_, i) => `<rect x="${100 + i * 22}" width="12" height="18"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#fff"/>
    <g transform="translate(0 640)">${bars}</g><g transform="translate(0 695)">${bars}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#fff' } });

test('a passport that lies upside down is read', async () => {
  const specimen = await readFile(new URL('./fixtures/specimen.jpg', import.meta.url));
  expect(await readZone(await sharp(specimen).rotate(180).jpeg().toBuffer(), today)).toEqual({
    name: { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', isCut: false },
    number: 'L898902C3',
    birthDate: '1974-08-12',
    expiresOn: '2012-04-15',
  });
});

// shows: threats/slow-file
test.each(
  someOf(
    [
      ['no picture', () => Promise.resolve(Buffer.from('P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<'))],
      ['more pixels than an upload may have', () => blank(8000, 7000).png().toBuffer()],
      ['a picture of one pixel', () => blank(1, 1).png().toBuffer()],
      [
        'an animation',
        () =>
          blank(400, 800)
            .raw()
            .toBuffer()
            .then((data) =>
              sharp(data, { raw: { width: 400, height: 800, channels: 3, pageHeight: 400 } })
                .gif({ loop: 0 })
                .toBuffer(),
            ),
      ],
      ['an empty page', () => blank(1200, 800).jpeg().toBuffer()],
      ['what looks like a zone and has no letters', striped],
    ] as const,
    2,
  ),
)('nothing is read in %s', async (_, picture) => {
  expect(await readZone(await picture(), today)).toBeUndefined();
});
