import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { type Academy, eventually, openDatabaseOf, startAcademy } from '../e2e/academy.ts';
import { expectSoundStore } from '../e2e/crash/store.ts';
import { film } from '../e2e/films.ts';
import { openSchool, type School } from '../e2e/pages/school.ts';
import { watchFilm } from '../e2e/pages/seafarer.ts';
import { timeOf } from '../e2e/pages/ship.ts';
import { complaintsOf, signedIn } from '../e2e/pages/states.ts';
import { announce, sendingOf } from '../e2e/tus.ts';
import { openBucket } from '../server/platform/files/stores/bucket.ts';
import { type ObjectStore, startObjectStore } from '../server/platform/files/testing/object-store.ts';
import { bucketOf } from '../server/platform/files/testing/test-place.ts';
import { type FaultyProxy, startFaultyProxy } from '../server/platform/http/testing/faulty-proxy.ts';

// The real program with its files in Ceph's gateway, and a proxy between them that does to requests what a network
// does.

const away = 'The academy’s files cannot be reached at the moment. Please try again in a minute.';
const full = 'The server has no storage space left. Please try again later.';
const metricsToken = 'a-token-of-the-metrics';

let store: ObjectStore;
let proxy: FaultyProxy;
let parts = 0;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  store = await startObjectStore();
  proxy = await startFaultyProxy(new URL(store.url).searchParams.get('endpoint') ?? '');
});
test.afterAll(async () => {
  await proxy?.stop();
  await store?.stop();
});

/** The value of FILES for a part of the bucket that nobody else uses, through the proxy. */
function place(): string {
  const [before = ''] = store.url.split('?');
  return `${before}/${++parts}?endpoint=${encodeURIComponent(proxy.url)}`;
}

const start = (FILES: string) => startAcademy({ mail: 'smtp', env: { FILES, METRICS_TOKEN: metricsToken } });

const readiness = async ({ url }: Academy) => {
  const answer = await fetch(`${url}/readyz`);
  const { lacking = [] } = (await answer.json()) as { lacking?: string[] };
  return { status: answer.status, lacking };
};

/** Makes a film of an upload in pieces, each of which is sent again until it has arrived. */
async function addFilm(
  { academy, school, courseId }: { academy: Academy; school: School; courseId: string },
  content: Buffer,
  pieces: number,
): Promise<void> {
  const desk = { url: academy.url, token: school.principal.login.accessToken };
  const upload = sendingOf(desk, await announce(desk, 'raft.mp4', content.length));
  const size = Math.ceil(content.length / pieces);
  for (let at = 0; at < content.length; at = await upload.offset())
    await upload.send(at, content.subarray(at, at + size)).catch(() => {});
  await school.ask(school.principal, 'POST', '/trainingVideo/uploaded', {
    courseId,
    title: 'Drills',
    uploads: [upload.id],
  });
}

const certificateOf = (school: School, learner: Parameters<School['ask']>[0], courseId: string) =>
  eventually('the certificate is drawn', async () => {
    const path = `/certificate/${courseId}`;
    const { data } = await school.ask<{ data: { pdfPath: { url: string } | null } }>(learner, 'GET', path);
    return data.pdfPath?.url;
  });

test('a store that fails one call in ten, and is slow or silent in others, loses nothing', async () => {
  test.setTimeout(600_000);
  const academy = await start(place());
  try {
    proxy.choose((number) => {
      if (number % 10 === 3) return 'busy';
      if (number % 23 === 7) return 'answer lost';
      if (number % 29 === 11) return 'cut';
      return number % 13 === 5 ? { wait: 500 } : 'none';
    });
    const school = await openSchool(academy);
    const courseId = await school.course('Life rafts', { films: 1, test: true });
    for (const name of ['Asha', 'Ravi', 'Meera']) {
      const learner = await school.trained(name, courseId);
      await school.sit(learner, courseId, true);
      const pdf = await fetch(`${academy.url}${await certificateOf(school, learner, courseId)}`);
      expect(pdf.status).toBe(200);
      expect(
        Buffer.from(await pdf.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    await addFilm({ academy, school, courseId }, await readFile(film('e2e-raft')), 7);
    const metrics = await (
      await fetch(`${academy.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    ).text();
    expect(metrics).toMatch(/fairlead_store_call_duration_seconds_count\{operation="put",outcome="ok"\} \d/);
    expect(metrics).toMatch(/fairlead_store_call_duration_seconds_count\{operation="\w+",outcome="away"\} \d/);
    proxy.choose(() => 'none');
    expect(await academy.terminate()).toBe(0);
    // the course's picture and film, three documents of each of three people, a certificate and its picture for each,
    // and the film in pieces
    expect((await expectSoundStore(academy)).files).toBe(2 + 9 + 6 + 1);
  } finally {
    proxy.choose(() => 'none');
    await academy.stop();
  }
});

test('a store that is away, and then full, is reported, and everything goes on when it is back', async () => {
  test.setTimeout(600_000);
  const academy = await start(place());
  try {
    const school = await openSchool(academy);
    const courseId = await school.course('Life rafts', { films: 1, test: true });
    const asha = await school.trained('Asha', courseId);
    const ravi = await school.learner('Ravi');
    const desk = { url: academy.url, token: school.principal.login.accessToken };
    const content = await readFile(film('e2e-raft'));
    const upload = sendingOf(desk, await announce(desk, 'raft.mp4', content.length));
    const half = await upload.send(0, content.subarray(0, content.length / 2));

    for (const [fault, sentence] of [
      ['cut', away],
      ['full', full],
    ] as const) {
      proxy.choose(() => fault);
      await expect(school.profile(ravi)).rejects.toThrow(`: 503 {"message":"${sentence}"`);
      await expect(upload.send(half, content.subarray(half))).rejects.toThrow(/: 503 .*"unavailable"/);
      expect(await upload.offset()).toBe(half);
      // what needs no file goes on
      expect((await fetch(`${academy.url}/contact`)).status).toBe(200);
      if (fault === 'cut') {
        expect(await readiness(academy)).toEqual({ status: 200, lacking: ['object store'] });
        await school.sit(asha, courseId, true);
        const doctor = await academy.command('doctor.ts');
        expect(doctor.output).toMatch(/WRONG {2}files +No file can be stored: The object store cannot be used/);
      }
    }

    proxy.choose(() => 'none');
    await eventually(
      'the store is found again',
      async () => (await readiness(academy)).lacking.length === 0 || undefined,
    );
    await certificateOf(school, asha, courseId);
    await school.profile(ravi);
    expect(await upload.send(half, content.subarray(half))).toBe(content.length);
    await school.ask(school.principal, 'POST', '/trainingVideo/uploaded', {
      courseId,
      title: 'Drills',
      uploads: [upload.id],
    });
    const doctor = await academy.command('doctor.ts');
    for (const line of [
      'Files are written, read in part and deleted',
      'Identity documents can be read',
      'The object store’s clock agrees with this machine’s',
      'The bucket keeps nothing that was deleted',
    ])
      expect(doctor.output).toContain(line);
    expect(await academy.terminate()).toBe(0);
    expect((await expectSoundStore(academy)).files).toBe(2 + 6 + 2 + 1);
  } finally {
    proxy.choose(() => 'none');
    await academy.stop();
  }
});

test('a film comes from the store itself where the operator chooses so, by its link alone and until its end', async () => {
  const FILES = place();
  const academy = await startAcademy({ mail: 'smtp', env: { FILES, FILMS_FROM: 'store' } });
  try {
    const school = await openSchool(academy);
    const courseId = await school.course('Life rafts', { films: 1, test: false });
    const asha = await school.learner('Asha', { profile: true });
    await school.enrol(asha, courseId);
    const { data } = await school.ask<{ data: { trainingVideo: { url: string }[] }[] }>(
      ...([asha, 'GET', `/trainingVideo/${courseId}`] as const),
    );
    const link = new URL(data[0]?.trainingVideo[0]?.url ?? '', academy.url);
    const sent = await fetch(link, { redirect: 'manual' });
    const to = new URL(sent.headers.get('location') ?? '');
    expect([sent.status, to.origin]).toEqual([302, proxy.url]);
    const left = Number(link.searchParams.get('expires')) - Date.now() / 1000;
    const lasts = Number(to.searchParams.get('X-Amz-Expires'));
    expect([lasts <= left + 5, lasts > left - 60]).toEqual([true, true]);
    const part = await fetch(to, { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([206, 'video/mp4', 'ftyp']);
    const changed = new URL(to);
    changed.searchParams.set('X-Amz-Expires', '604800');
    expect((await fetch(changed)).status).toBe(403);
    const short = openBucket(bucketOf(FILES, academy.dataDir));
    const soon = await short.presign(to.pathname.split('/').slice(3).join('/'), 2, {});
    expect((await fetch(soon)).status).toBe(200);
    await expect.poll(async () => (await fetch(soon)).status).toBe(403);
    link.searchParams.set('for', crypto.randomUUID());
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401);
    const policy = (await fetch(`${academy.url}/contact`)).headers.get('content-security-policy');
    expect(policy).toContain(`media-src 'self' blob: ${proxy.url}`);
  } finally {
    await academy.stop();
  }
});

/** A film of two minutes with so much noise in it that no browser loads all of it in advance: some 40 MB. */
async function longFilm(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-film-'));
  try {
    const path = join(folder, 'long.mp4');
    const source = 'testsrc2=size=640x360:rate=10:duration=120,noise=alls=40:allf=t,format=yuv420p';
    const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '2600k', '-g', '20', '-movflags', '+faststart'];
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...coding, path]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a film from the store is played by a browser: it seeks, and goes on when its URL has expired', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const academy = await startAcademy({ mail: 'smtp', env: { FILES: place(), FILMS_FROM: 'store' } });
  try {
    const school = await openSchool(academy);
    const courseId = await school.course('Life rafts', { films: 0, test: false });
    const content = await longFilm();
    await addFilm({ academy, school, courseId }, content, 1);
    const asha = await school.learner('Asha', { profile: true });
    await school.enrol(asha, courseId);

    // what the browser asks the store for, by presigned URLs
    const asked: { signature: string; first: number }[] = [];
    const expired = new Set<string>();
    proxy.choose((_, { url, headers }) => {
      const signature = new URL(url ?? '', proxy.url).searchParams.get('X-Amz-Signature');
      if (signature === null) return 'none';
      asked.push({ signature, first: Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? -1) });
      return expired.has(signature) ? 'expired' : 'none';
    });

    const page = await signedIn(browser, academy, asha, { serviceWorkers: 'allow' });
    const complaints = complaintsOf(page);
    await page.goto(`/training/${courseId}`);
    // all requests of the page pass the service worker
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await watchFilm(page);
    expect(asked.length).toBeGreaterThan(0);

    const seekTo = async (seconds: number) => {
      await page.locator('video').evaluate((video: HTMLVideoElement, to) => {
        video.currentTime = to;
      }, seconds);
      await expect.poll(() => timeOf(page), { timeout: 60_000 }).toBeGreaterThan(seconds + 1);
      expect(await timeOf(page)).toBeLessThan(seconds + 60);
    };
    await seekTo(60);
    // from there, and not the whole film
    expect(Math.max(...asked.map(({ first }) => first))).toBeGreaterThan(content.length / 4);

    const before = asked.length;
    for (const { signature } of asked) expired.add(signature);
    await seekTo(110);
    expect(asked.slice(before).some(({ signature }) => !expired.has(signature))).toBe(true);
    expect(complaints).toEqual([]);
  } finally {
    proxy.choose(() => 'none');
    await academy.stop();
  }
});

test('an academy moves into a store and back while it runs, and files are read all the time', async () => {
  test.setTimeout(900_000);
  const bucket = place();
  const academy = await start('folder');
  try {
    const school = await openSchool(academy);
    await school.course('Life rafts', { films: 1, test: false });
    for (const letter of 'abcdefghijkl') await school.learner(`Asha${letter}`, { profile: true });
    expect(await academy.terminate()).toBe(0);
    const rows = await rowsOf(academy);
    await academy.restart();
    expect(rows.length).toBe(2 + 36);

    for (const [FILES, FILES_ALSO] of [
      [bucket, 'folder'],
      ['folder', bucket],
    ] as const) {
      expect(await academy.terminate()).toBe(0);
      Object.assign(academy.env, { FILES, FILES_ALSO });
      await academy.restart();
      const reading = readAll(academy, rows);
      // ended in the middle, from where the next one continues: after half of the calls that change something
      const enough = Promise.withResolvers<void>();
      let changes = 0;
      proxy.choose((_, { method }) => {
        if (method === 'PUT' || method === 'DELETE') changes += 1;
        if (changes > 20) enough.resolve();
        return { wait: 30 };
      });
      const begun = spawn(process.execPath, ['server/programs/files.ts', 'move'], {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: academy.dataDir,
          ...(academy.databaseUrl && { DATABASE_URL: academy.databaseUrl }),
          ...academy.env,
        },
      });
      const ended = once(begun, 'exit');
      await Promise.race([enough.promise, ended]);
      begun.kill('SIGKILL');
      await ended;
      proxy.choose(() => 'none');
      const moved = await academy.command('files.ts', 'move');
      expect(moved.output).toMatch(/^\d+ files \(.* MB\) were moved\. Each has the digest of its row\.$/m);
      expect(moved.output).toContain('Keep FILES_ALSO set for a day');
      expect(moved.code).toBe(0);
      expect(await reading.stop()).toBeGreaterThan(0);

      expect(await academy.terminate()).toBe(0);
      delete academy.env.FILES_ALSO;
      await academy.restart();
      expect(await academy.command('files.ts', 'check')).toEqual({
        code: 0,
        output: expect.stringContaining(`\nFiles: ${rows.length} as their rows say, 0 damaged or missing.\n`),
      });
    }
    expect(await academy.terminate()).toBe(0);
    expect((await expectSoundStore(academy)).files).toBe(rows.length);
  } finally {
    await academy.stop();
  }
});

type Row = { folder: string; filename: string; sha256: string };

async function rowsOf(academy: Academy): Promise<Row[]> {
  const db = await openDatabaseOf(academy);
  try {
    return await db.selectFrom('storedFile').select(['folder', 'filename', 'sha256']).execute();
  } finally {
    await db.destroy();
  }
}

/** Reads every file as the administrator, again and again; `stop` returns how often, and fails if one was not right. */
function readAll(academy: Academy, rows: readonly Row[]): { stop: () => Promise<number> } {
  let isOver = false;
  const reading = (async () => {
    const login = await fetch(`${academy.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(academy.admin),
    });
    const { accessToken } = (await login.json()) as { accessToken: string };
    let count = 0;
    while (!isOver)
      for (const { folder, filename, sha256 } of rows) {
        const headers = { authorization: `Bearer ${accessToken}` };
        const answer = await fetch(`${academy.url}/api/uploads/${folder}/${filename}`, { headers });
        expect(answer.status, `${folder}/${filename}`).toBe(200);
        const digest = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
        expect(digest.digest('hex')).toBe(sha256);
        count += 1;
      }
    return count;
  })();
  return {
    stop: () => {
      isOver = true;
      return reading;
    },
  };
}
