import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import { readCode } from '../../server/features/certificates/testing/read-code.ts';

const build = resolve(import.meta.dirname, '../../node_modules/pdfjs-dist/build');
const origin = 'http://pdf.test';

/** The content of a certificate's sheet: its text, and that of its code. */
export type Sheet = { text: string; scanned: string | undefined };

/** Reads the first page of a PDF, and its code as a phone would. */
export async function readSheet(context: BrowserContext, pdf: Buffer): Promise<Sheet> {
  const { text, picture } = await drawSheet(context, pdf, 180);
  return { text, scanned: await readCode(sharp(picture)) };
}

/** The first page of a PDF at this resolution in dots per inch, rendered in the browser by pdf.js. */
export async function drawSheet(
  context: BrowserContext,
  pdf: Buffer,
  dpi: number,
): Promise<{ text: string; picture: Buffer }> {
  const page = await context.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') await route.fulfill({ contentType: 'text/html', body: '<!doctype html><canvas></canvas>' });
    else await route.fulfill({ contentType: 'text/javascript', body: await readFile(resolve(build, name)) });
  });
  await page.goto(`${origin}/`);
  const { text, png } = await page.evaluate(
    async ({ origin, base64, scale }) => {
      const pdfjs = await import(`${origin}/pdf.min.mjs`);
      pdfjs.GlobalWorkerOptions.workerSrc = `${origin}/pdf.worker.min.mjs`;
      const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const sheet = await (await pdfjs.getDocument({ data }).promise).getPage(1);
      const viewport = sheet.getViewport({ scale });
      const canvas = document.querySelector('canvas') as HTMLCanvasElement;
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      await sheet.render({ canvas, viewport }).promise;
      const content = await sheet.getTextContent();
      const text = content.items.map((item: { str?: string }) => item.str ?? '').join(' ');
      return { text, png: canvas.toDataURL('image/png').replace(/^.*,/, '') };
    },
    { origin, base64: pdf.toString('base64'), scale: dpi / 72 },
  );
  await page.close();
  return { text, picture: Buffer.from(png, 'base64') };
}
