import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { listen } from '../../server/testing/listen.ts';
import { installChromium } from '../../tools/chromium.ts';
import { addCourses, filling, startAcademy, temporaryFolder } from '../harness/academy.ts';
import { spreadOf } from '../harness/rounds.ts';
import { laySatelliteLink } from '../harness/satellite-link.ts';
import { beside, type Row } from '../harness/table.ts';

type Size = { rounds: number; link?: { roundTripMs: number; bitsPerSecond: number } };

const ship = { roundTripMs: 600, bitsPerSecond: 512_000 };
const pages = { home: '/', 'catalogue of 50': '/courses', login: '/login' };
const kB = 1000;

/** How the link is slowed down: by our proxy, where every connection costs a handshake, or by Chromium's throttling. */
type Client = 'a proxy' | 'Chromium';
type Moment = { seconds: number; bytes: number };
/** `usable`: the login form can be sent; `hydrated`: the page has taken it over from the early-send script. */
type Visit = { firstContent: number; usable: Moment; hydrated: Moment; fontBytes: number };

/** Public pages over a ship's link, on a phone without cache, compared with pages that contain only the same text. */
export async function measurePages({ rounds, link = ship }: Size): Promise<Row[]> {
  const folder = await temporaryFolder();
  await filling({ dataDir: folder.path }, (db) => addCourses(db, 50));
  const academy = await startAcademy({ dataDir: folder.path });
  const { path: executablePath } = await installChromium();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(pages)) {
      const bare = await serveWords(await wordsOf(browser, `${academy.url}${path}`));
      try {
        for (const means of ['a proxy', 'Chromium'] as const) {
          const visits: { ours: Visit; bare: Visit }[] = [];
          for (let round = 0; round < rounds; round += 1) {
            const isForm = name === 'login';
            visits.push({
              bare: await visit(browser, { origin: bare.url, path: '/', means, link, isForm: false }),
              ours: await visit(browser, { origin: academy.url, path, means, link, isForm }),
            });
          }
          rows.push(...rowsOf(name, means, visits));
        }
      } finally {
        await bare.close();
      }
    }
    return rows;
  } finally {
    await browser.close();
    await academy.stop();
    await folder.remove();
  }
}

function rowsOf(name: string, means: Client, visits: readonly { ours: Visit; bare: Visit }[]): Row[] {
  const middle = (values: number[]) => spreadOf(values).median;
  const seconds = (which: 'ours' | 'bare') => middle(visits.map((pair) => pair[which].firstContent)).toFixed(2);
  const later = beside(
    `${name}, slowed by ${means}: first content after that of its bare words`,
    spreadOf(visits.map(({ ours, bare }) => ours.firstContent - bare.firstContent)),
    { limit: 0.2, unit: 's' },
  );
  const rows: Row[] = [{ ...later, note: `${seconds('ours')} s, bare ${seconds('bare')} s` }];
  if (name !== 'login') return rows;
  const moments = { 'its button answers': 'usable', 'the page is hydrated': 'hydrated' } as const;
  for (const [said, moment] of Object.entries(moments)) {
    const times = spreadOf(visits.map(({ ours }) => ours[moment].seconds));
    rows.push(beside(`${name}, slowed by ${means}: ${said}`, times, { limit: 4.5, unit: 's' }));
  }
  if (means !== 'a proxy') return rows;
  const fonts = middle(visits.map(({ ours }) => ours.fontBytes)) / kB;
  for (const [said, moment] of Object.entries(moments)) {
    const sent = spreadOf(visits.map(({ ours }) => (ours[moment].bytes + ours.fontBytes) / kB));
    const without = middle(visits.map(({ ours }) => ours[moment].bytes)) / kB;
    rows.push({
      ...beside(`${name}: sent before ${said}, headers and fonts reckoned in`, sent, { limit: 130, unit: 'kB' }),
      note: `${without.toFixed(1)} kB, and fonts of ${fonts.toFixed(1)} kB once the page is idle`,
    });
  }
  return rows;
}

type Wanted = { origin: string; path: string; means: Client; link: typeof ship; isForm: boolean };

/** One visit with an empty cache; seconds from the start of the navigation. */
async function visit(browser: Browser, { origin, path, means, link, isForm }: Wanted): Promise<Visit> {
  const proxy = means === 'a proxy' ? await laySatelliteLink(origin, link) : undefined;
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  try {
    const page = await context.newPage();
    if (!proxy) await throttle(await context.newCDPSession(page), link);
    let fontBytes = 0;
    page.on('requestfinished', async (request) => {
      if (!new URL(request.url()).pathname.endsWith('.woff2')) return;
      const { responseHeadersSize, responseBodySize } = await request.sizes();
      fontBytes += responseHeadersSize + responseBodySize;
    });
    await page.goto(`${proxy?.url ?? origin}${path}`, { waitUntil: 'commit' });
    const firstContent = await firstContentOf(page);
    const momentOf = async (sign: string): Promise<Moment> => ({
      seconds: isForm ? await shownAt(page, sign) : 0,
      bytes: proxy?.received() ?? 0,
    });
    const usable = await momentOf('main form button[type=submit]:enabled');
    const hydrated = await momentOf('main form:not(:has(script))');
    // the font is loaded when the page is idle
    if (isForm) await page.waitForLoadState('networkidle');
    return { firstContent, usable, hydrated, fontBytes };
  } finally {
    await context.close();
    await proxy?.close();
  }
}

const throttle = (session: CDPSession, { roundTripMs, bitsPerSecond }: typeof ship) =>
  session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: bitsPerSecond / 8,
  });

const firstContentOf = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries())
        if (name === 'first-contentful-paint') resolve(startTime / 1000);
    }).observe({ type: 'paint', buffered: true }))`);

/** The time at which an element first appears in the page. */
const shownAt = (page: Page, selector: string) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () =>
      document.querySelector(${JSON.stringify(selector)})
        ? resolve(performance.now() / 1000)
        : requestAnimationFrame(look);
    look();
  })`);

/** The lines of text that a page shows. */
async function wordsOf(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(url);
  const words = await page.evaluate<string>('document.body.innerText');
  await page.close();
  return words.split('\n').filter((line) => line.trim() !== '');
}

/** Serves a minimal page with these lines: no stylesheet, no script, compressed as our pages are. */
async function serveWords(lines: readonly string[]): Promise<{ url: string; close: () => Promise<void> }> {
  const escaped = lines.map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`).join('\n');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Words</title><link rel="icon" href="data:,">${escaped}</html>`;
  const bytes = brotliCompressSync(html);
  const server = createServer((_request, reply) => {
    reply.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': bytes.length,
    });
    reply.end(bytes);
  });
  return listen(server);
}
