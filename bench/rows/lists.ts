import { groupDigits } from '@fairlead/contract/values/numbers';
import { createDatabase, urlOf } from '../../server/testing/databases.ts';
import { installPostgres, startPostgres } from '../../server/testing/postgres-server.ts';
import { startAcademy, temporaryFolder } from '../harness/academy.ts';
import { addMultitude, type Multitude, settled } from '../harness/multitude.ts';
import type { Running } from '../harness/process.ts';
import { type Question, questions } from '../harness/questions.ts';
import { type Measured, spreadOf } from '../harness/rounds.ts';
import { beside, type Row } from '../harness/table.ts';

/** The number of learners in the two academies, and how often each request is sent. */
type Size = { few: number; many: number; times: number };

/** Requests with a row of their own in the table: those whose time grows most. */
const shown = 10;
const atMost = 1.5;
/** Milliseconds after which a request is not repeated, if it was sent often enough. */
const patience = 5000;
const oftenEnough = 3;

/**
 * The reads of staff and visitors, in an academy of many learners compared with one of few, on one server: the median
 * of several responses, measured in turn, one request at a time. Each learner has three enrolments, a certificate and
 * three documents.
 */
export async function measureLists({ few, many, times }: Size): Promise<Row[]> {
  const server = installPostgres() ? await startPostgres() : undefined;
  if (!server) {
    console.error('lists: left out, since there is no PostgreSQL, and only root can install it');
    return [];
  }
  try {
    const small = await openAcademy(server.url, few);
    try {
      const large = await openAcademy(server.url, many);
      try {
        return await compare(small, large, times);
      } finally {
        await large.close();
      }
    } finally {
      await small.close();
    }
  } finally {
    await server.stop();
  }
}

type Opened = { of: Multitude; program: Running; close: () => Promise<void> };

async function openAcademy(serverUrl: string, learners: number): Promise<Opened> {
  const folder = await temporaryFolder();
  const name = `academy_of_${learners}`;
  await createDatabase(serverUrl, name, 'template1');
  const place = { dataDir: folder.path, url: urlOf(serverUrl, name) };
  const of = await addMultitude(place, learners);
  const program = await startAcademy(place);
  await settled(place.url);
  return {
    of,
    program,
    close: async () => {
      await program.stop();
      await folder.remove();
    },
  };
}

type Compared = { what: string; figures: Measured; refused: boolean } & Pick<Question, 'within' | 'orWithin'>;

async function compare(small: Opened, large: Opened, times: number): Promise<Row[]> {
  const compared: Compared[] = [];
  for (const question of questions) compared.push(await compareOne(question, { small, large, times }));
  const isBeyond = ({ figures, refused, orWithin = 0 }: Compared) =>
    refused || (figures.ratio.median > atMost && figures.ours.median > orWithin);
  const worstFirst = compared.toSorted(
    (a, b) => Number(isBeyond(b)) - Number(isBeyond(a)) || b.figures.ratio.median - a.figures.ratio.median,
  );
  const beyond = compared.filter(isBeyond).length;
  const middle = (which: keyof Measured) => spreadOf(compared.map(({ figures }) => figures[which].median));
  const same = `the same at ${groupDigits(small.of.learners)}`;
  const atMany = (what: string) => `${what}, at ${groupDigits(large.of.learners)}`;
  return [
    {
      what: `${compared.length} lists, searches and charts at ${groupDigits(large.of.learners)} learners, the middle one`,
      beside: same,
      unit: 'ms',
      measured: { ours: middle('ours'), limit: middle('limit'), ratio: middle('ratio') },
      goal: { atMost },
      note: `${beyond} of them beyond it`,
    },
    ...compared.flatMap(({ what, figures, within }) =>
      within ? [beside(atMany(what), figures.ours, { limit: within, unit: 'ms' })] : [],
    ),
    ...worstFirst.slice(0, shown).map(({ what, figures, refused, orWithin }): Row => {
      const note = refused ? { note: 'given up by the program' } : {};
      if (orWithin) return beside(atMany(what), figures.ours, { limit: orWithin, unit: 'ms', ...note });
      return { what, beside: same, unit: 'ms', measured: figures, goal: { atMost }, ...note };
    }),
  ];
}

/** Measures in turn, so that other load on the machine affects both, after one round that only warms the caches. */
async function compareOne(
  { what, path, body, ...limits }: Question,
  { small, large, times }: { small: Opened; large: Opened; times: number },
): Promise<Compared> {
  const asked = { large: [] as number[], small: [] as number[] };
  let refused = false;
  const ask = async (opened: Opened) => {
    const { milliseconds, ok } = await answerOf(opened, path(opened.of), body?.(opened.of));
    refused ||= !ok;
    return milliseconds;
  };
  await ask(small);
  let spent = await ask(large);
  while (asked.large.length < times && (asked.large.length < oftenEnough || spent < patience)) {
    asked.small.push(await ask(small));
    asked.large.push(await ask(large));
    spent += asked.large.at(-1) ?? 0;
  }
  const [ours, limit] = [spreadOf(asked.large), spreadOf(asked.small)];
  // the ratio of the medians: a ratio of two single responses of a few milliseconds would be mostly noise
  const ratio = ours.median / limit.median;
  return { what, figures: { ours, limit, ratio: { median: ratio, low: ratio, high: ratio } }, refused, ...limits };
}

/** Milliseconds to the first byte of a response, which is sent when its rows are read. */
async function answerOf({ of, program }: Opened, path: string, body?: unknown) {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { authorization: `Bearer ${of.token}`, 'content-type': 'application/json' };
  const begun = performance.now();
  const answer = await fetch(`${program.url}${path}`, { headers, ...sent });
  const reader = answer.body?.getReader();
  await reader?.read();
  const milliseconds = performance.now() - begun;
  await reader?.cancel();
  if (!answer.ok && answer.status < 500) throw new Error(`${path} was answered ${answer.status}`);
  return { milliseconds, ok: answer.ok };
}
