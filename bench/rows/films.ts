import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { transaction } from '../../server/platform/db/database.ts';
import { createFiles } from '../../server/platform/files/files.ts';
import { insertStoredFile } from '../../server/platform/files/stored-files.ts';
import { readConfig } from '../../server/settings/config.ts';
import { startNginx } from '../../server/testing/nginx.ts';
import { installNginx } from '../../tools/nginx.ts';
import { addLearners, filling, startAcademy, temporaryFolder } from '../harness/academy.ts';
import { layLoad } from '../harness/load.ts';
import { cpuSeconds, type Running, residentMegabytes } from '../harness/process.ts';
import { alternate, percentile, spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

/** `requests`: ranges of 1 MiB per round. */
type Size = { rounds: number; requests: number };

const MiB = 2 ** 20;
const filmMegabytes = 64;
const connections = 8;
/** Spread over the whole film, as players at different positions request them. */
const ranges = Array.from({ length: filmMegabytes }, (_, i) => {
  const first = ((i * 37) % filmMegabytes) * MiB;
  return { headers: { range: `bytes=${first}-${first + MiB - 1}` } };
});
const players = 200;

/**
 * Ranges of a film from the server, and from nginx that asks the server for permission, compared with nginx that serves
 * the same file to anybody. The compared figure is the viewer's throughput in bytes per second; the CPU cost is in the
 * note.
 */
export async function measureFilms(size: Size): Promise<Row[]> {
  const { requests } = size;
  const nginx = installNginx();
  if (!nginx) {
    console.error('films: left out, since there is no nginx on this machine, and only root can install it');
    return [];
  }
  const folder = await temporaryFolder();
  const film = await addFilm(folder.path);
  const files = `alias ${join(folder.path, 'files')}/;`;
  const limit = await startNginx(nginx, join(folder.path, 'limit'), `location /files/ { ${files} }`);
  const static_ = { url: `${limit.url}/files/${film.file}`, pids: [limit.pid] };
  try {
    const own = await startAcademy({ dataDir: folder.path });
    const direct = await measure(size, { url: `${own.url}${film.link}`, pids: [own.pid] }, static_);
    const many = await measurePlayers(own, film.link, requests);
    await own.stop();
    const behind = await startAcademy(
      { dataDir: folder.path },
      { env: { ACCEL_REDIRECT: '/stored', TRUST_PROXY: 'true' } },
    );
    // as described in docs/operations/install.md
    const front = await startNginx(
      nginx,
      join(folder.path, 'front'),
      `location / {
        proxy_pass ${behind.url};
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        client_max_body_size 0;
        proxy_request_buffering off;
      }
      location /stored/ { internal; ${files} }`,
    );
    const handed = await measure(size, { url: `${front.url}${film.link}`, pids: [front.pid, behind.pid] }, static_);
    await front.stop();
    await behind.stop();
    return [
      { what: 'film, 1 MiB ranges, from the program', ...direct, goal: { atLeast: 0.7 } },
      { what: 'film, 1 MiB ranges, by X-Accel-Redirect', ...handed, goal: { atLeast: 0.95 } },
      ...many,
    ];
  } finally {
    await limit.stop();
    await folder.remove();
  }
}

/** Adds a film to the file store; returns its name there and a link for its owner. */
async function addFilm(dataDir: string): Promise<{ file: string; link: string }> {
  const { secrets } = readConfig({ DATA_DIR: dataDir });
  const files = createFiles({ dataDir, secret: secrets.link, vault: secrets.vault, clock: () => new Date() });
  const kept = await files.keep(
    await files.receiveOwn(randomBytes(filmMegabytes * MiB), 'video/mp4', 'film.mp4'),
    'trainingVideo',
  );
  let account = '';
  await filling({ dataDir }, async (db) => {
    [{ id: account } = { id: '' }] = await addLearners(db, 1);
    await transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId: account }));
  });
  const link = files.link('trainingVideo', kept.filename, { holder: { account } });
  return { file: `trainingVideo/${kept.filename}`, link };
}

/**
 * Many players at once: the 99th percentile of the latency when each requests one MiB every two seconds (4 Mbit/s, a
 * film of 1080 lines), and the server's memory while none of them reads the response.
 */
async function measurePlayers({ url, pid }: Running, link: string, requests: number): Promise<Row[]> {
  const filmUrl = url + link;
  const before = residentMegabytes(pid);
  const pace = { requests, connections: players, perSecond: players / 2, asks: ranges };
  const { milliseconds, failures } = await layLoad({ url: filmUrl, ...pace });
  if (failures > 0) throw new Error(`${failures} of ${requests} ranges were refused`);
  const waiting = await Promise.all(Array.from({ length: players }, () => stalledPlayer(filmUrl)));
  const held = await highestOf(() => residentMegabytes(pid));
  for (const one of waiting) one.destroy();
  const what = `film, ${players} players`;
  const slowest = spreadOf([percentile(milliseconds, 0.99)]);
  const note = `${requests} ranges of 1 MiB, one each 2 s from each; median ${percentile(milliseconds, 0.5).toFixed(0)} ms`;
  return [
    { ...beside(`${what}, 99th percentile of a range`, slowest, { limit: 250, unit: 'ms' }), note },
    beside(`${what} whose links have stalled, memory grown`, spreadOf([held - before]), { limit: 100, unit: 'MB' }),
  ];
}

/** A player that receives the response headers, and reads nothing of the body. */
async function stalledPlayer(filmUrl: string): Promise<IncomingMessage> {
  const [answer] = (await once(request(filmUrl, { agent: false }).end(), 'response')) as [IncomingMessage];
  answer.once('error', () => {}); // the connection is closed when everything is measured
  return answer.pause();
}

/** The highest value of `measure` within two seconds. */
async function highestOf(measure: () => number): Promise<number> {
  let highest = 0;
  for (let time = 0; time < 20; time += 1) {
    highest = Math.max(highest, measure());
    await delay(100);
  }
  return highest;
}

type Served = { url: string; pids: number[] };

async function measure(
  { rounds, requests }: Size,
  ours: Served,
  limit: Served,
): Promise<Pick<Row, 'beside' | 'unit' | 'measured' | 'note'>> {
  const costs = new Map<Served, number[]>([
    [ours, []],
    [limit, []],
  ]);
  const round = (served: Served) => async () => {
    const { rate, cost } = await fetchRanges(served, requests);
    costs.get(served)?.push(cost);
    return rate;
  };
  const measured = await alternate(rounds, round(ours), round(limit));
  const cost = (served: Served) => spreadOf(costs.get(served) ?? []).median.toFixed(2);
  return {
    beside: 'nginx with the same file',
    unit: 'MiB/s',
    measured,
    note: `${cost(ours)} CPU-s a GiB, nginx ${cost(limit)}`,
  };
}

/** MiB per second over several connections, and seconds of the servers' processor time per GiB. */
async function fetchRanges({ url, pids }: Served, requests: number): Promise<{ rate: number; cost: number }> {
  const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used();
  const { milliseconds, failures } = await layLoad({ url, requests, connections, asks: ranges });
  if (failures > 0) throw new Error(`${failures} of ${requests} ranges of ${url} were refused`);
  const seconds = milliseconds.reduce((sum, one) => sum + one, 0) / 1000 / connections;
  return { rate: requests / seconds, cost: ((used() - before) * 1024) / requests };
}
