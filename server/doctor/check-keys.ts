import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { readPkcs12 } from '../platform/keys/pkcs12.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

/** Certificates are renewed in time when this many days are left. */
export const leastDays = 30;

/** The days until a certificate ends; negative when it has ended. */
export const daysUntil = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / 86_400_000);

/** The key that signs PDFs, if it comes from a certificate authority, and who can read the academy's own keys. */
export async function checkKeys(
  { dataDir, pdfKey }: Pick<Config, 'dataDir' | 'pdfKey'>,
  clock: () => Date,
): Promise<Finding[]> {
  return [await ownKeys(join(dataDir, 'keys')), ...(pdfKey ? [await boughtKey(pdfKey, clock())] : [])];
}

async function ownKeys(folder: string): Promise<Finding> {
  const mode = await stat(folder).then(
    (found) => found.mode & 0o777,
    () => undefined,
  );
  if (mode === undefined) return look('The academy has no keys yet; the first start makes them.', 'npm start');
  return (mode & 0o077) === 0
    ? fine('The academy’s keys are its own')
    : wrong(
        `Others can read ${folder}, and sign certificates as the academy.`,
        `chmod 700 ${folder}; npm run rotate-keys`,
      );
}

async function boughtKey({ file, password }: NonNullable<Config['pdfKey']>, now: Date): Promise<Finding> {
  const mend = 'Get a new certificate from the authority, and set PDF_KEY_FILE and PDF_KEY_PASSWORD.';
  try {
    const { certificates } = await readPkcs12(await readFile(file), password);
    const end = new Date(new X509Certificate(certificates[0] ?? '').validTo);
    const days = daysUntil(end, now);
    if (days < 0) return wrong(`The certificate in PDF_KEY_FILE ended on ${end.toISOString().slice(0, 10)}.`, mend);
    return days < leastDays
      ? look(`The certificate in PDF_KEY_FILE ends in ${days} days.`, mend)
      : fine(`The certificate in PDF_KEY_FILE is valid for ${days} days`);
  } catch (error) {
    return wrong(`PDF_KEY_FILE is of no use: ${reasonOf(error)}.`, mend);
  }
}
