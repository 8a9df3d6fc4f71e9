import { expect } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { test } from '../e2e/issued-code.ts';
import { drawSheet } from '../e2e/pages/certificate-pdf.ts';
import { choosePicture, verdict } from '../e2e/pages/codes.ts';

test.use({ serviceWorkers: 'allow' });

test('the code is found on a scan of the whole sheet at 120 dpi, also if tilted and smudged', async ({
  page,
  context,
  issued,
}) => {
  const { picture } = await drawSheet(context, issued.pdf, 120);
  const tilted = (degrees: number) => sharp(picture).rotate(degrees, { background: '#777' });
  const smudged = async (scan: Sharp, blur: number) =>
    sharp(await scan.png().toBuffer())
      .blur(blur)
      .linear(0.7, 40);
  for (const scan of [tilted(0), tilted(-7), await smudged(tilted(5), 0.6), await smudged(tilted(12), 0.6)]) {
    await page.goto('/verify');
    await choosePicture(page, await scan.jpeg().toBuffer());
    await expect(verdict(page, 'This certificate is valid')).toBeVisible();
  }
});
