import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCredential, type SignedFacts, writeCredential } from '@fairlead/contract/proofs/credential';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { type Academy, eventually } from '../academy.ts';
import { readSheet } from './certificate-pdf.ts';
import type { Learner } from './school.ts';

/** The content of the code on a learner's certificate, read from the PDF as by a phone. */
export async function codeOnSheet(
  academy: Academy,
  context: BrowserContext,
  { login }: Learner,
  courseId: string,
): Promise<{ pdf: Buffer; code: string; number: string; facts: SignedFacts }> {
  const url = await eventually('the PDF is drawn', async () => {
    const answer = await fetch(`${academy.url}/api/certificate/${courseId}`, {
      headers: { authorization: `Bearer ${login.accessToken}` },
    });
    const { data } = (await answer.json()) as { data: { pdfPath: { url: string } | null } };
    return data.pdfPath?.url;
  });
  const pdf = Buffer.from(await (await fetch(new URL(url, academy.url))).arrayBuffer());
  const { scanned = '' } = await readSheet(context, pdf);
  const code = new URL(scanned).hash.slice(1);
  const facts = readCredential(code)?.facts;
  if (!facts) throw new Error(`No credential in ${scanned}`);
  return { pdf, code, number: facts.number, facts };
}

/** Forged codes: signed with the academy's own signing key, as if it was stolen, or with another one. */
export async function forger({ dataDir, url }: Academy) {
  const folder = join(dataDir, 'keys');
  const keys = await Promise.all(
    (await readdir(folder)).map(async (name) => ({
      id: name.replace('.pem', ''),
      key: createPrivateKey(await readFile(join(folder, name))),
    })),
  );
  const { data } = (await (await fetch(`${url}/api/verify/keys`)).json()) as { data: { keys: { id: string }[] } };
  const own = keys.find(({ id }) => data.keys.some((published) => published.id === id));
  if (!own) throw new Error('The academy has no key for facts');
  const written = (facts: SignedFacts, id: string, key: KeyObject) =>
    writeCredential(facts, id, (message) => sign(null, message, key));
  return {
    withOwnKey: (facts: SignedFacts) => written(facts, own.id, own.key),
    withStrangersKey: (facts: SignedFacts, id = 'c3RyYW5nZXI') =>
      written(facts, id, generateKeyPairSync('ed25519').privateKey),
    underOwnName: (facts: SignedFacts) => written(facts, own.id, generateKeyPairSync('ed25519').privateKey),
  };
}

/** A picture of a code, like a phone's photograph of a sheet on a table. */
export async function pictureOf(text: string): Promise<Buffer> {
  const code = await QRCode.toBuffer(text, { errorCorrectionLevel: 'M', scale: 6 });
  return sharp(code).extend({ top: 90, bottom: 90, left: 90, right: 90, background: '#e8e4d8' }).jpeg().toBuffer();
}

const chooser = (page: Page) => page.getByLabel('PDF of the certificate, or picture of its QR code');

/** Chooses a picture on the page that reads codes. */
export const choosePicture = (page: Page, buffer: Buffer) =>
  chooser(page).setInputFiles({ name: 'code.jpg', mimeType: 'image/jpeg', buffer });

/** Chooses a PDF there. */
export const choosePdf = (page: Page, buffer: Buffer) =>
  chooser(page).setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer });

/** The heading of the page's result for a code. */
export const verdict = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Opens a code as a scanner's app does: in the URL, as a new page. */
export async function openCode(page: Page, code: string) {
  await page.goto('about:blank');
  await page.goto(`/C#${code}`);
}

/** Waits until everything is cached that the check needs offline, including the scripts that read pictures and PDFs. */
export async function cachedForOffline(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const lists = ['/api/verify/keys', '/api/verify/withdrawals', '/api/log/keys'];
        const scripts = ['/code-part', '/read-code-worker', '/pdf-check', '/check-proof'];
        const needed = ['/c', '/verify', '/offline', ...lists, ...scripts];
        const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        const kept = all.flat().map(({ url }) => new URL(url).pathname);
        return needed.filter((one) => !kept.some((path) => path === one || path.startsWith(`/assets${one}-`)));
      }),
    )
    .toEqual([]);
}
