import { writeFile } from 'node:fs/promises';
import { chromium, expect } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../../e2e/issued-code.ts';
import { choosePicture, pictureOf, verdict } from '../../e2e/pages/codes.ts';
import { expectSound } from '../../e2e/pages/states.ts';

test.use({ serviceWorkers: 'allow' });

test('codes are read from a picture and by a camera, and only the academy’s are followed', async ({
  page,
  academy,
  issued,
}, info) => {
  await page.goto('/verify');
  await choosePicture(page, await pictureOf(`https://academy.example/C#${issued.code}`));
  await expect(verdict(page, 'This certificate is valid')).toBeVisible();
  await choosePicture(page, await pictureOf(`https://forged.example/C#${issued.code}`));
  await expect(page.getByText('This code leads to forged.example, not to the academy.')).toBeVisible();
  const sea = { width: 300, height: 300, channels: 3, background: '#246' } as const;
  await choosePicture(page, await sharp({ create: sea }).jpeg().toBuffer());
  await expect(page.getByText('No QR code was found in this picture.')).toBeVisible();
  await expectSound(page, 'verify-no-code');

  const film = info.outputPath('camera.mjpeg');
  const frame = await sharp(await pictureOf(`https://academy.example/verify/${issued.number}`))
    .resize(640, 480, { fit: 'contain', background: '#e8e4d8' })
    .jpeg()
    .toBuffer();
  await sharp(frame).toFile(info.outputPath('frame.jpg'));
  await writeFile(film, Buffer.concat(Array<Buffer>(30).fill(frame)));
  const { executablePath = '', args = [] } = info.project.use.launchOptions ?? {};
  const camera = await chromium.launch({
    executablePath,
    args: [
      ...args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  const seen = await camera.newPage({ baseURL: academy.url });
  await seen.goto('/verify');
  await seen.getByRole('button', { name: 'Scan the QR code' }).click();
  await expect(verdict(seen, 'This certificate is valid')).toBeVisible();
  await camera.close();

  await page.getByRole('button', { name: 'Scan the QR code' }).click();
  await expect(page.getByText(/This page may not use the camera|No camera is available/)).toBeVisible();
});
