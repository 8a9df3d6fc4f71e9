import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { startAcademy } from '../../e2e/academy.ts';
import { firstStart } from '../../e2e/engines.ts';
import { openSchool, type SignedIn } from '../../e2e/pages/school.ts';
import { installChromium } from '../../tools/chromium.ts';
import { spreadOf } from '../harness/rounds.ts';
import { laySatelliteLink } from '../harness/satellite-link.ts';
import { beside, type Row } from '../harness/table.ts';

type Link = { roundTripMs: number; bitsPerSecond: number };
type Visit = { seconds: number; kilobytes: number; requests: number };

const ship: Link = { roundTripMs: 600, bitsPerSecond: 512_000 };
/** Seconds to the heading with what it heads, kB with headers, and requests: of a first visit, without a cache. */
const goals = {
  'first page of a learner': { path: '/dashboard', seconds: 3, kilobytes: 170, requests: 15 },
  'overview of staff': { path: '/admin-dashboard', seconds: 3.5, kilobytes: 200, requests: 15 },
} as const;

/** The first page of a learner and that of staff over a ship's link, on a phone without cache. */
export async function measureSignedIn({ rounds, link = ship }: { rounds: number; link?: Link }): Promise<Row[]> {
  const academy = await startAcademy({ engine: firstStart, mail: 'files' });
  const { path: executablePath } = await installChromium();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    const school = await openSchool(academy);
    const asha = await school.learner('Asha', { profile: true });
    const course = await school.course('Rafts at Sea', { films: 2, test: true });
    await school.enrol(asha, course);
    const who: Record<keyof typeof goals, SignedIn> = {
      'first page of a learner': asha,
      'overview of staff': school.principal,
    };
    const rows: Row[] = [];
    for (const [name, goal] of Object.entries(goals)) {
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const person = who[name as keyof typeof goals];
        visits.push(await visit(browser, { url: `${academy.url}${goal.path}`, person, link }));
      }
      const row = (what: keyof Visit, said: string, unit: string) =>
        beside(`${name}: ${said}`, spreadOf(visits.map((one) => one[what])), { limit: goal[what], unit });
      rows.push(
        row('seconds', 'its heading and content', 's'),
        row('kilobytes', 'sent', 'kB'),
        row('requests', 'asked for', 'requests'),
      );
    }
    return rows;
  } finally {
    await browser.close();
    await academy.stop();
  }
}

async function visit(
  browser: Browser,
  { url, person, link }: { url: string; person: SignedIn; link: Link },
): Promise<Visit> {
  const way = await laySatelliteLink(url, link);
  const at = new URL(url);
  const origin = way.url.replace(/\/$/, '');
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin, localStorage: storedOf(person) }] },
  });
  try {
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${origin}${at.pathname}`, { waitUntil: 'commit' });
    const seconds = await page.evaluate<number>(`new Promise((resolve) => {
      const look = () =>
        document.querySelector('main h1') && !document.querySelector('main [role=status] .animate-breathe')
          ? resolve(performance.now() / 1000)
          : requestAnimationFrame(look);
      look();
    })`);
    await page.waitForLoadState('networkidle');
    return { seconds, kilobytes: way.received() / 1000, requests: asked.length };
  } finally {
    await context.close();
    await way.close();
  }
}

const storedOf = ({ login }: SignedIn) => [
  { name: 'accessToken', value: login.accessToken },
  { name: 'refreshToken', value: login.refreshToken },
  { name: 'user', value: JSON.stringify(login.user) },
];
