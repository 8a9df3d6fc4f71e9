import type { Page } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import sharp from 'sharp';
import { readCode } from '../../server/features/certificates/testing/read-code.ts';

/** The secret that an app on a phone reads from the QR code. */
export async function scan(page: Page): Promise<TOTP> {
  const shot = await page.getByRole('img', { name: 'QR code' }).screenshot();
  return URI.parse((await readCode(sharp(shot))) ?? '') as TOTP;
}
