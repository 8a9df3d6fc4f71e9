/**
 * Makes docs/fairlead.png, the picture of the README, from a running demo academy: the catalogue, a training film
 * that plays, and a certificate. Run it when one of these looks different:
 *
 *   npm run demo && npm start
 *   node tools/make-readme-picture.ts http://127.0.0.1:3000
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { demoPassword } from '../demo/people.ts';
import { installChromium } from './chromium.ts';

const base = process.argv[2] ?? 'http://127.0.0.1:3000';
const target = fileURLToPath(new URL('../docs/fairlead.png', import.meta.url));
const size = { width: 1600, height: 900 };

/** A learner in the middle of a course, and one with a certificate of another course. */
const trainee = { email: 'jignesh.tandel@example.com', course: 'Fire Prevention and Fire Fighting' };
const graduate = { email: 'thomas.kurian@example.org', course: 'Hydrogen Sulphide' };
/** A moment of the film that shows its drawing and its points. */
const secondsIntoFilm = 18;

async function call<T>(path: string, { token, body }: { token?: string; body?: object } = {}): Promise<T> {
  const response = await fetch(`${base}/api${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}; is the demo academy running at ${base}?`);
  return (await response.json()) as T;
}

async function courseId(title: string): Promise<string> {
  const { data } = await call<{ data: { _id: string; title: string }[] }>('/courses/active');
  const found = data.find((course) => course.title === title);
  if (!found) throw new Error(`There is no course ${title}`);
  return found._id;
}

async function shootCatalogue(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1230 } });
  // The web font is used from the second visit on, so that the first does not wait for it.
  for (const _visit of [1, 2]) await page.goto(`${base}/courses`, { waitUntil: 'networkidle' });
  return page.screenshot();
}

async function shootFilm(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${base}/login`);
  await page.getByLabel('Email').fill(trainee.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`${base}/training/${await courseId(trainee.course)}`);
  await playTo(page, secondsIntoFilm);
  return page.screenshot();
}

/** Really plays the film, so that the player looks accordingly, and stops at a chosen frame. */
async function playTo(page: Page, seconds: number): Promise<void> {
  const video = page.locator('video');
  await video.waitFor();
  await video.evaluate(async (element, time) => {
    const film = element as unknown as { muted: boolean; play(): Promise<void>; currentTime: number } & EventTarget;
    film.muted = true;
    await film.play();
    film.currentTime = time;
    await new Promise((seeked) => film.addEventListener('seeked', seeked, { once: true }));
  }, seconds);
}

async function drawCertificate(browser: Browser): Promise<Buffer> {
  const body = { email: graduate.email, password: demoPassword };
  const { accessToken: token } = await call<{ accessToken: string }>('/user/login', { body });
  type Held = { data: { pdfPath: { url: string } | null } };
  const { data } = await call<Held>(`/certificate/${await courseId(graduate.course)}`, { token });
  if (!data.pdfPath) throw new Error('The certificate is not drawn yet');
  const pdf = Buffer.from(await (await fetch(new URL(data.pdfPath.url, base))).arrayBuffer());
  return drawFirstPage(browser, pdf);
}

/** The first page of a PDF by pdf.js, 1000 pixels wide. */
async function drawFirstPage(browser: Browser, pdf: Buffer): Promise<Buffer> {
  const origin = 'http://pdf.test';
  const page = await browser.newPage({ viewport: { width: 1200, height: 1600 } });
  await page.route(`${origin}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const script = () => readFile(new URL(`../node_modules/pdfjs-dist/build/${name}`, import.meta.url));
    if (name === '') await route.fulfill({ contentType: 'text/html', body: '<!doctype html><canvas></canvas>' });
    else await route.fulfill({ contentType: 'text/javascript', body: await script() });
  });
  await page.goto(`${origin}/`);
  await page.locator('canvas').evaluate(
    async (canvas, { origin, base64 }) => {
      const pdfjs = await import(`${origin}/pdf.min.mjs`);
      pdfjs.GlobalWorkerOptions.workerSrc = `${origin}/pdf.worker.min.mjs`;
      const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const sheet = await (await pdfjs.getDocument({ data }).promise).getPage(1);
      const viewport = sheet.getViewport({ scale: 1000 / sheet.getViewport({ scale: 1 }).width });
      Object.assign(canvas, { width: Math.round(viewport.width), height: Math.round(viewport.height) });
      await sheet.render({ canvas, viewport }).promise;
    },
    { origin, base64: pdf.toString('base64') },
  );
  return page.locator('canvas').screenshot();
}

type Sheet = { picture: Buffer; left: number; top: number; width: number; radius: number };

/** A picture with round corners, and the soft shadow that it throws. */
async function lay({ picture, left, top, width, radius }: Sheet): Promise<OverlayOptions[]> {
  const { data, info } = await sharp(picture).resize({ width }).png().toBuffer({ resolveWithObject: true });
  const shape = (extra: string) =>
    Buffer.from(
      `<svg width="${width}" height="${info.height}"><rect width="100%" height="100%" rx="${radius}" ${extra}/></svg>`,
    );
  const cut = await sharp(data)
    .composite([{ input: shape(''), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const margin = 48;
  const shadow = await sharp(shape('fill="#020a18" fill-opacity="0.6"'))
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#0000' })
    .blur(18)
    .png()
    .toBuffer();
  return [
    { input: shadow, left: left - margin, top: top - margin + 14 },
    { input: cut, left, top },
  ];
}

/** Deep water with the net of a chart. */
const ground = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
  <rect width="100%" height="100%" fill="#123a6b"/>
  <path d="${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `M${i * 160} 0V900M0 ${i * 160}H1600`).join('')}" stroke="#7fa3cf" stroke-opacity="0.22" stroke-width="1.5"/>
</svg>`);

const browser = await chromium.launch({
  executablePath: (await installChromium()).path,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--autoplay-policy=no-user-gesture-required',
  ],
});
try {
  const sheets: Sheet[] = [
    { picture: await shootCatalogue(browser), left: 52, top: 96, width: 760, radius: 14 },
    { picture: await shootFilm(browser), left: 684, top: 52, width: 864, radius: 14 },
    { picture: await drawCertificate(browser), left: 1016, top: 488, width: 520, radius: 4 },
  ];
  const layers = await Promise.all(sheets.map(lay));
  const { size: bytes } = await sharp(ground)
    .composite(layers.flat())
    .png({ palette: true, quality: 92, effort: 10 })
    .toFile(target);
  console.log(`${target}: ${Math.round(bytes / 1000)} kB`);
} finally {
  await browser.close();
}
