import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shipAboard } from '@fairlead/contract/ships/aboard';
import { isImoNumber, ships } from '@fairlead/contract/ships/calls';
import { features } from '../../../program/features.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { addCourse, addFilms, enrol } from '../../../testing/factories.ts';
import type { AskAcademy } from '../aboard/contact.ts';
import { partsBy } from '../aboard/course-files.ts';
import type { ShipClock } from '../aboard/ship-clock.ts';
import { shipFeatures } from '../aboard/ship-program.ts';

/** What lies between a ship and the academy; a test cuts it, and sees what went over it. */
export type Link = {
  isUp: boolean;
  /** The bytes of bodies in both directions. */
  bytes: number;
  /** Loses the next answers, after the academy has done what was asked. */
  loses: number;
  /** How many parts of course files it carries before it breaks. */
  parts: number;
};

/** A ship's computer as a whole program with a database of its own, whose calls of the academy go to another one. */
export async function shipOf(shore: TestApp, link: Link) {
  let clockRun = 0;
  const ask: AskAcademy = async (_address, { method, path }, body) => {
    if (!link.isUp) throw new Error('no link');
    const answer = await shore.request(method, `/api${path}`, { body });
    link.bytes += JSON.stringify(body).length + JSON.stringify(answer.body).length;
    if (link.loses > 0) {
      link.loses -= 1;
      throw new Error('the link broke');
    }
    return answer;
  };
  const fetching = partsBy(async (url, { headers } = {}) => {
    if (!link.isUp || link.parts-- <= 0) throw new TypeError('fetch failed');
    const { pathname, search } = new URL(String(url));
    const answer = await shore.app.inject({
      method: 'GET',
      url: pathname + search,
      headers: headers as Record<string, string>,
    });
    const { etag = '', 'content-range': contentRange = '' } = answer.headers as Record<string, string>;
    const received = { status: answer.statusCode, headers: { etag, 'content-range': contentRange } };
    return new Response(Uint8Array.from(answer.rawPayload), received);
  });
  const clock: ShipClock = {
    now: () => box.clock(),
    correct: () => undefined,
    startFrom: (reached) => box.wait(Math.max(0, reached.getTime() - box.clock().getTime()) / 1000),
    session: () => `run ${clockRun}`,
  };
  const box: TestApp = await testApp({}, shipFeatures(features, clock, { ask, fetching }));
  const state = async () => (await box.call(shipAboard.get)).body.data;
  return {
    box,
    state,
    /** The program was started again: another run of its clock. */
    restart: () => {
      clockRun += 1;
    },
    pair: (code: string) => box.call(shipAboard.pair, { body: { academy: 'https://academy.example', code } }),
    contact: (as: Person) => box.call(shipAboard.contact, as),
    /** Whether some bytes are in a file of the box's database or folder. */
    holds: async (text: string) => {
      const folder = box.config.dataDir;
      const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((one) => one.isFile());
      for (const file of files) if ((await readFile(join(file.parentPath, file.name))).includes(text)) return true;
      return false;
    },
  };
}

/** A ship ashore with a course of films of these lengths, and learners signed on. */
export async function shipAshore(
  shore: TestApp,
  staff: Person,
  { films, crew }: { films: readonly number[]; crew: number },
) {
  const imo = imoNumber(taken++);
  const { body } = await shore.call(ships.add, { body: { name: `MV Test ${taken}`, imo } }, staff);
  const ship = body.data._id;
  const course = await addCourse(shore);
  const { films: filmIds } = await addFilms(shore, course.id, films);
  await shore.call(ships.setCourse, { params: { id: ship, course: course.id }, body: { lines: null } }, staff);
  const people = await Promise.all(Array.from({ length: crew }, () => shore.person()));
  for (const one of people) await enrol(shore, one, course.id);
  const emails = people.map(({ email }) => email);
  const signedOn = await shore.call(ships.addCrew, { params: { id: ship }, body: { emails } }, staff);
  const codes = new Map(signedOn.body.data.map(({ userId, code }) => [userId, code]));
  const pairing = await shore.call(ships.renewPairingCode, { params: { id: ship } }, staff);
  return { ship, course, filmIds, people, codes, pairingCode: pairing.body.data.code };
}

/** The IMO number of the nth ship: seven digits, of which the last is a check digit. */
const imoNumber = (nth: number): string =>
  Array.from({ length: 10 }, (_, digit) => `${907472 + nth}${digit}`).find(isImoNumber) ?? '';
let taken = 0;

/** A person of the academy as the computer of the ship knows them, logged in by a PIN that they choose. */
export async function boarded(box: TestApp, person: Person, code: string | undefined, pin = '482913'): Promise<Person> {
  const body = { person: person.accountId, code: code ?? '', pin };
  const answer = await box.call(shipAboard.choosePin, { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { id: sessionId } = await box.db
    .selectFrom('session')
    .select('id')
    .where('accountId', '=', person.accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...person, sessionId };
}
