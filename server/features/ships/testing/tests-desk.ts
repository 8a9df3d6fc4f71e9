import { attempts } from '@fairlead/contract/assessments/attempts';
import type { GivenAnswer } from '@fairlead/contract/assessments/calls';
import { ships } from '@fairlead/contract/ships/calls';
import { shipTests } from '@fairlead/contract/ships/tests';
import { testsAboard } from '@fairlead/contract/ships/tests-aboard';
import type { Person, TestApp } from '../../../testing/app.ts';
import { addProfile, completeTraining } from '../../../testing/factories.ts';
import { addTest } from '../../assessments/testing/assessments.ts';
import { findBox } from '../aboard/box-state.ts';
import { packKeyOf } from '../ashore/exchange.ts';
import type { SittingUp, UpContent } from '../content.ts';
import { writePack } from '../pack.ts';
import { signUp } from '../up-statement.ts';
import { boarded, type Link, shipAshore, shipOf } from './two-sides.ts';

export const minute = 60;
export const day = 86_400;

/** Ships with tests aboard, for an academy and its staff. */
export function testsDesk(shore: TestApp, staff: Person, link: Link) {
  /**
   * A ship with a computer, people who may sit the test of its course now, and that test released for ten days. The
   * last of the crew has not watched the film of the course.
   */
  async function releasedTo({ crew = 2, settings = {} }: { crew?: number; settings?: object } = {}) {
    const own = await shipAshore(shore, staff, { films: [60], crew: crew + 1 });
    const sat = await addTest(shore, own.course.id, { settings: { minutes: 30, attemptsAllowed: 2, ...settings } });
    const people = own.people.slice(0, crew);
    for (const person of own.people) await addProfile(shore, person);
    for (const person of people) await completeTraining(shore, await enrolmentOf(person));
    const ship = await shipOf(shore, link);
    ship.box.wait((shore.clock().getTime() - ship.box.clock().getTime()) / 1000);
    await ship.pair(own.pairingCode);
    const crewAboard = await Promise.all(people.map((one) => boarded(ship.box, one, own.codes.get(one.accountId))));
    const late = own.people.at(-1);
    if (!late) throw new Error('nobody is signed on');
    const released = await release(own.ship, own.course.id);
    const { test: released0, code } = released.body.data;
    const { box } = ship;
    return {
      ...{ ...own, ...ship, sat, crewAboard, late, testId: released0._id, code, testPapers: released0.testPapers },
      wait: (seconds: number) => {
        shore.wait(seconds);
        box.wait(seconds);
      },
      /** The same person, logged in ashore. */
      ashore: ({ accountId }: Person) => own.people.find((one) => one.accountId === accountId) ?? staff,
      desk: async () => (await shore.call(shipTests.list, { params: { id: own.ship } }, staff)).body.data[0],
      open: (as: Person, typed = code) =>
        box.call(testsAboard.open, { params: { id: released0._id }, body: { code: typed } }, as),
      start: (as: Person) => box.call(attempts.start, { params: { courseId: own.course.id } }, as),
      save: (paper: string, answers: GivenAnswer[], as: Person, revision?: number) =>
        box.call(attempts.save, { params: { id: paper }, body: { answers, revision } }, as),
      submit: (paper: string, answers: GivenAnswer[], as: Person) =>
        box.call(testsAboard.submit, { params: { id: paper }, body: { answers } }, as),
      listed: async (as: Person) => (await box.call(testsAboard.list, as)).body.data[0],
      contactAs: async (as: Person) => (await ship.contact(as)).status,
    };
  }

  const release = (ship: string, courseId: string, days = 10) =>
    shore.call(
      shipTests.release,
      {
        params: { id: ship },
        body: { courseId, opensAt: at(0), closesAt: at(days * day) },
      },
      staff,
    );

  /** A moment some seconds from now. */
  const at = (seconds: number) => new Date(shore.clock().getTime() + seconds * 1000).toISOString();

  const enrolmentOf = async ({ accountId }: Person) =>
    (await shore.db.selectFrom('enrolment').select('id').where('accountId', '=', accountId).executeTakeFirstOrThrow())
      .id;

  const attemptsOf = async (person: Person) =>
    shore.db
      .selectFrom('attempt')
      .select(['score', 'passed', 'startedAt', 'submittedAt'])
      .where('enrolmentId', '=', await enrolmentOf(person))
      .execute();

  async function forged(own: Awaited<ReturnType<typeof releasedTo>>, sittings: SittingUp[], key?: object) {
    const { boxId, ...state } = await own.box.db.selectFrom('shipBoxState').selectAll().executeTakeFirstOrThrow();
    const secret = await findBox(own.box, own.box.db);
    const content: UpContent = {
      clock: at(0),
      has: [],
      records: [],
      nextKey: null,
      certificateRequest: null,
      sittings,
    };
    const about = { direction: 'up', box: boxId, ship: state.shipId, key: packKeyOf(shore, boxId) } as const;
    const pack = await writePack(content, about, (claims) => signUp((key ?? secret?.privateKey) as never, claims));
    return shore.call(ships.exchange, { body: { pack: pack.toString('base64url') } });
  }

  return { releasedTo, release, at, enrolmentOf, attemptsOf, forged };
}

export const messageOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { message: string }).message,
];
