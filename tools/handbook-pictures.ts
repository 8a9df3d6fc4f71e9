import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { demoPassword } from '../demo/people.ts';
import { isOnScreen } from '../web/app/features/handbook/testing/on-screen.ts';
import { installChromium } from './chromium.ts';

// Draws the pictures of the handbook from a demo academy (npm run demo, npm start), and notes which words of the pages
// each shows: a test fails when one of them no longer stands there.

const academy = process.argv[2] ?? 'http://127.0.0.1:3000';
const mostBytes = 25_000;
const folder = resolve(import.meta.dirname, '../web/app/features/handbook/pictures');

type Reader = { email: string; login: string; width: number; height: number; screens: Record<string, string> };

/** Who opens which screen for which page of their handbook; a text after the path is the link to follow from there. */
const readers: Record<string, Reader> = {
  seafarer: {
    email: 'thomas.kurian@example.org',
    login: '/login',
    width: 390,
    height: 780,
    screens: {
      'a-day': '/dashboard',
      training: '/dashboard Enclosed Space Entry',
      certificates: '/certificates',
      documents: '/documents',
    },
  },
  registrar: {
    email: 'registrar@example.org',
    login: '/ornate_backend',
    width: 1100,
    height: 700,
    screens: {
      'a-day': '/admin-dashboard',
      requests: '/admin-dashboard/enrollment-request/one-by-one',
      fees: '/admin-dashboard/fees',
    },
  },
  instructor: {
    email: 'suresh.menon@example.org',
    login: '/ornate_backend',
    width: 1100,
    height: 700,
    screens: { 'a-day': '/admin-dashboard', course: '/admin-dashboard/courses' },
  },
  administrator: {
    email: 'admin@fairlead.example',
    login: '/ornate_backend',
    width: 1100,
    height: 700,
    screens: { 'a-day': '/admin-dashboard', settings: '/admin-dashboard/settings' },
  },
};

/** The words on the visible part of a screen that are the program's, and not the academy's. */
async function wordsOn(page: Page): Promise<string[]> {
  const texts: string[] = [];
  const { height = 0 } = page.viewportSize() ?? {};
  for (const part of await page.locator('h1, h2, h3, a, button, label, legend, th, summary').all()) {
    const box = await part.boundingBox();
    const isSeen = box && box.width > 1 && box.y >= 0 && box.y + box.height <= height && (await part.isVisible());
    if (isSeen) texts.push((await part.textContent())?.trim() ?? '');
  }
  return [...new Set(texts)].filter((text) => text.length > 2 && isOnScreen(text)).sort();
}

async function draw(page: Page, screen: string): Promise<Buffer> {
  const [path = '', ...link] = screen.split(' ');
  await page.goto(academy + path, { waitUntil: 'networkidle' });
  if (link.length > 0) {
    const title = page.getByRole('main').getByRole('link', { name: link.join(' ') });
    await title.first().click();
    await page.waitForURL((url) => url.pathname !== path);
    // from its top
    await page.goto(page.url(), { waitUntil: 'networkidle' });
  }
  return page.screenshot();
}

const { path } = await installChromium();
/** A picture as WebP, as good as fits into what a page of the handbook may weigh. */
async function smallOf(png: Buffer): Promise<Buffer> {
  for (let quality = 70; ; quality -= 5) {
    const bytes = await sharp(png)
      .resize({ width: 880, withoutEnlargement: true })
      .webp({ quality, effort: 6 })
      .toBuffer();
    if (bytes.length <= mostBytes || quality <= 20) return bytes;
  }
}

const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] });
const words: Record<string, string> = {};
mkdirSync(folder, { recursive: true });
try {
  for (const [reader, { email, login, width, height, screens }] of Object.entries(readers)) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(academy + login, { waitUntil: 'networkidle' });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.locator('form').getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== login);
    for (const [id, screen] of Object.entries(screens)) {
      const picture = await smallOf(await draw(page, screen));
      const name = `${reader}-${id}`;
      const seen = await wordsOn(page);
      words[name] = seen.join(' · ');
      writeFileSync(join(folder, `${name}.webp`), picture);
      console.log(`${name}.webp  ${picture.length} bytes, ${seen.length} words`);
    }
    await context.close();
  }
} finally {
  await browser.close();
}
writeFileSync(join(folder, 'words.json'), `${JSON.stringify(words, null, 2)}\n`);
