import { type RecordPart, signPart } from '@fairlead/contract/offline-records/calls';
import {
  base64url,
  encodeLink,
  firstHash,
  type Link,
  makeDeviceKey,
  publicKeyOf,
} from '@fairlead/contract/offline-records/offline-record-format';
import { syncRecord } from '../../server/features/offline-records/sync-record.ts';
import type { Db } from '../../server/platform/db/database.ts';
import { addLearners, filling } from '../harness/academy.ts';
import { type Engine, onBothEngines } from '../harness/engines.ts';
import { cpuSeconds } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { addCourseFor, addFilmsOpened } from '../harness/school.ts';
import { beside, type Row } from '../harness/table.ts';

const days = 30;
const [films, filmSeconds] = [60, 40 * 60];
/** A film is watched in parts of this many seconds. */
const partSeconds = 200;

/** The first call after a month at sea, without HTTP: forty hours of film in 780 links, of which all counts. */
export const measureOffline = ({ rounds }: { rounds: number }): Promise<Row[]> =>
  onBothEngines((engine) => onEngine(engine, rounds));

async function onEngine(engine: Engine, rounds: number): Promise<Row> {
  const { place, remove } = await engine.place();
  try {
    return await filling(place, async (db) => {
      // one more round for the warm-up
      const voyages = await addVoyages(db, rounds + 1);
      const spent: number[] = [];
      for (const { passId, accountId, part } of voyages) {
        const before = cpuSeconds(process.pid);
        const platform = { db, clock: () => new Date() };
        const { creditedSeconds } = await syncRecord(platform, { passId, accountId, part, answers: {} });
        spent.push((cpuSeconds(process.pid) - before) * 1000);
        if (Math.abs(creditedSeconds - films * filmSeconds) > 1) throw new Error(`${creditedSeconds} s were credited`);
      }
      return beside(`forty hours watched offline, sent in one call, ${engine.name}`, spreadOf(spent.slice(1)), {
        limit: 200,
        unit: 'ms of CPU',
      });
    });
  } finally {
    await remove();
  }
}

/** Learners with an offline pass of a month ago, and what each device has recorded since. */
async function addVoyages(db: Db, count: number) {
  const people = await addLearners(db, count);
  const course = await addCourseFor(db, people);
  const ids = await addFilmsOpened(db, course, { count: films, seconds: filmSeconds, hoursAgo: days * 24 });
  const voyages: { passId: string; accountId: string; part: RecordPart }[] = [];
  const issuedAt = new Date(Date.now() - days * 86_400_000);
  for (const { id: enrolmentId, accountId } of course.enrolments) {
    const { privateKey, publicKey } = await makeDeviceKey();
    const deviceKey = base64url.encode(await publicKeyOf({ publicKey }));
    const listed = JSON.stringify(ids.map((id) => ({ id, seconds: filmSeconds })));
    const pass = { enrolmentId, deviceKey, deviceWords: 'Chrome on Android', films: listed };
    const { id: passId } = await db
      .insertInto('offlinePass')
      .values({ ...pass, issuedAt, seenAt: issuedAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    const links = linksOf(issuedAt).map(encodeLink);
    const part = await signPart(privateKey, { passId, first: 1, previous: firstHash(passId), links });
    voyages.push({ passId, accountId, part });
  }
  return voyages;
}

/** Two films a day, each from a start of the page, in parts of some minutes. */
function linksOf(issuedAt: Date): Link[] {
  const facts = { clockShift: 0, rate: 20, visible: true, muted: false };
  return Array.from({ length: films }, (_, film): Link[] => {
    const wallClock = Math.round(issuedAt.getTime() / 1000) + film * 12 * 3600 + 3600;
    const parts = Array.from({ length: filmSeconds / partSeconds }, (__, index): Link => {
      const from = index * partSeconds * 100;
      const to = from + partSeconds * 100;
      return { kind: 'played', film, from, to, began: from + index * 500, took: to - from, ...facts };
    });
    return [{ kind: 'session', number: film + 1, wallClock }, ...parts];
  }).flat();
}
