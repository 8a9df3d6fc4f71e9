import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { batches } from '@fairlead/contract/batches/calls';
import { register } from '@fairlead/contract/certificates/register';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { inspectionPacks } from '@fairlead/contract/inspection-packs/calls';
import type { Call } from '@fairlead/contract/platform/call';
import { files } from '@fairlead/contract/platform/files';
import { attendance } from '@fairlead/contract/training/attendance';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { addVerified } from '../features/accounts/testing/newcomers.ts';
import { answersTo } from '../features/assessments/testing/assessments.ts';
import { requestWithFee, sendProof, switchFeesOn } from '../features/fees/testing/fees.ts';
import { type Answer, type Person, testApp } from '../testing/app.ts';
import { addBatch } from '../testing/factories.ts';
import { earned, openPaper, passed, readyForTest } from '../testing/journey.ts';
import { type CourseIds, furnishedCourse } from './testing/furnished-course.ts';
import { differing, digestAll } from './testing/rest-of-academy.ts';

// Ids in the body of a call, which are then linked to something. Ids in its path: own-courses.test.ts.
// Uploads of packages: features/packages/staff-packages.test.ts; pictures of questions: features/assessments.

const program = await testApp();
program.wait(8 * 86_400); // the first day of the batches has come
const [admin, instructor, learner] = [
  await program.person('admin'),
  await program.person('instructor'),
  await program.person(),
];
const call = program.call as (call: Call, parts: object, as: Person) => Promise<Answer<unknown>>;
const own = await furnishedCourse(program, { by: admin, assigned: instructor });
const other = await furnishedCourse(program, { by: admin });
for (const { course } of [own, other])
  await program.db.updateTable('course').set({ isActive: true }).where('id', '=', course).execute();
await switchFeesOn(program);
const requests = [await requestWithFee(program), await requestWithFee(program)] as const;
for (const request of requests) await sendProof(program, request);
const proofOf = ({ id }: { id: string }) =>
  program.db.selectFrom('feeProof').select('id').where('enrolmentId', '=', id).executeTakeFirstOrThrow();
const [{ id: mine }, { id: theirs }] = [await proofOf(requests[0]), await proofOf(requests[1])];

const question = { questionText: 'Which?', options: ['1', '2', '3', '4'], correctAnswer: '2' };
const written = (part: object) => ({
  courseId: own.course,
  title: 'Written',
  passMark: 50,
  questions: [{ ...question, ...part }],
});
const mark = { day: '2026-11-27', half: 'morning', mark: 'present', secondsAgo: 0 };
const by = (place: CourseIds, body: object) => ({ params: { id: place.test }, body });

/** Each call with an id that is not of the thing that it is about, or not the caller's. */
const cases: readonly (readonly [string, Person, Call, object])[] = [
  [
    'an upload of another as films',
    instructor,
    training.addUploaded,
    { body: { courseId: own.course, title: 'A', uploads: [other.upload] } },
  ],
  [
    'an upload of another as a film',
    instructor,
    training.replaceFilmByUploaded,
    { params: { id: own.film }, body: { upload: other.upload } },
  ],
  [
    'films of another training in an order',
    instructor,
    training.reorderFilms,
    { body: { trainingId: own.set, seen: [other.film, other.other], wanted: [other.other, other.film] } },
  ],
  ['a film of another course in a new test', instructor, assessments.create, { body: written({ filmId: other.film }) }],
  [
    'a film of another course in a test',
    instructor,
    testAuthoring.update,
    by(own, { test: written({ filmId: other.film }) }),
  ],
  [
    'a test moved to a course of another',
    instructor,
    testAuthoring.update,
    by(own, { test: { ...written({}), courseId: other.course } }),
  ],
  [
    'an enrolment of another course in a sheet',
    instructor,
    attendance.mark,
    { params: { id: own.batch }, body: { marks: [{ ...mark, enrolmentId: other.enrolment }] } },
  ],
  [
    'a batch of another course in a request',
    learner,
    enrolments.request,
    { body: { courseId: own.course, batchId: other.batch } },
  ],
  [
    'a batch of another course for an enrolment',
    admin,
    enrolments.enrolPeople,
    { body: { courseId: own.course, batchId: other.batch, people: [{ id: learner.accountId }] } },
  ],
  [
    'an enrolment of another course on a roster',
    admin,
    batches.place,
    { params: { id: own.batch }, body: { people: [{ id: other.enrolment }] } },
  ],
  [
    'a proof of another request',
    admin,
    enrolments.accept,
    { params: { id: requests[0].id }, query: { proofId: theirs }, body: {} },
  ],
  [
    'proofs of each other',
    admin,
    enrolments.acceptMany,
    {
      body: {
        requests: [
          { id: requests[0].id, proofId: theirs },
          { id: requests[1].id, proofId: mine },
        ],
      },
    },
  ],
  [
    'a link to a file that was given to nobody',
    instructor,
    files.renew,
    { body: { url: '/api/uploads/signatures/00000000-0000-4000-8000-000000000000.png' } },
  ],
];

async function isRefused(as: Person, one: Call, parts: object): Promise<void> {
  const before = await digestAll(program);
  const { status, body } = await call(one, parts, as);
  // a call about many answers 200, with what came of each
  const decided =
    one.path.endsWith('activate') ||
    one.path.endsWith('/enrol') ||
    one.path.endsWith('/roster') ||
    [attendance.mark, staffAccounts.approveMany, fees.charge, correctedKeys.decide].includes(one as never);
  if (decided && status === 200) expect(JSON.stringify(body)).not.toContain('"ok":true');
  else expect(status, JSON.stringify(body)).toSatisfy((code: number) => [400, 403, 404, 409, 422].includes(code));
  const names = [...before.keys()].filter((name) => !/^(rate_limit|session|allowance)/.test(name));
  expect(differing(names, before, await digestAll(program))).toEqual([]);
}

const stranger = await program.person('instructor');
const { email } = await addVerified(program);
const newcomer = await program.db
  .selectFrom('account')
  .select('id')
  .where('email', '=', email)
  .executeTakeFirstOrThrow();
const batch = await program.call(batches.get, { params: { id: own.batch } }, admin);
const { code, firstDay, lastDay, restDays, startsAt, endsAt, venue, seats } = batch.body.data;
const ofBatch = (part: object) => ({
  params: { id: own.batch },
  query: {},
  body: { ...{ code, firstDay, lastDay, restDays, startsAt, endsAt, venue, seats, isOpen: true }, ...part },
});
const { certificate, course: ofCertificate, enrolmentId: seated } = await earned(program);
await program.worker.drain();
const inspected = await addBatch(program, ofCertificate.id);
await program.db
  .updateTable('enrolment')
  .set({ batchId: inspected, batchAskedAt: program.clock(), seatedAt: program.clock() })
  .where('id', '=', seated)
  .execute();

/** Two learners who sit the same test now, and a learner whose pass a corrected answer key has made doubtful. */
const sitting = await readyForTest(program);
const neighbour = await readyForTest(program, { at: sitting });
const attemptOf = async ({ learner, enrolmentId }: typeof sitting) => {
  await openPaper(program, sitting.course.id, learner);
  const those = program.db.selectFrom('attempt').select('id').where('enrolmentId', '=', enrolmentId);
  return (await those.executeTakeFirstOrThrow()).id;
};
const [sat, satBeside] = [await attemptOf(sitting), await attemptOf(neighbour)];
const answers = answersTo(sitting.sat);
const submitted = (attemptId: string) => ({
  body: { testId: sitting.sat.id, courseId: sitting.course.id, attemptId, answers, timeTaken: 60 },
});
const doubtful = await passed(program, { test: { passMark: 80 } });
const [asked] = doubtful.sat.questions;
const corrected = { params: { id: asked?.id ?? '' }, body: { correctAnswer: asked?.wrong ?? '', reason: 'A slip' } };
await program.call(correctedKeys.correctKey, corrected, admin);
const { id: pass } = await program.db
  .selectFrom('attempt')
  .select('id')
  .where('enrolmentId', '=', doubtful.enrolmentId)
  .executeTakeFirstOrThrow();
const decided = (id: string) => ({ body: { decision: 'keep', reason: 'Heard', passes: [{ id, score: 2 }] } });

/** Each with the same call about the caller's own, or about what it is for, which is done. */
const withControl: readonly (readonly [string, Person, Call, object, object])[] = [
  [
    'somebody who does not teach the course as the instructor of a batch',
    admin,
    batches.update,
    ofBatch({ instructorId: learner.accountId }),
    ofBatch({ instructorId: instructor.accountId }),
  ],
  [
    'an instructor without the course as the instructor of its batch',
    admin,
    batches.update,
    ofBatch({ instructorId: stranger.accountId }),
    ofBatch({ instructorId: instructor.accountId, venue: 'Deck' }),
  ],
  [
    'somebody of the staff among registrations to approve',
    admin,
    staffAccounts.approveMany,
    { body: { users: [{ id: stranger.accountId }] } },
    { body: { users: [{ id: newcomer.id }] } },
  ],
  [
    'a batch among enrolments to charge',
    admin,
    fees.charge,
    { body: { enrolments: [{ id: other.batch }] } },
    { body: { enrolments: [{ id: own.enrolment }] } },
  ],
  [
    'an enrolment among certificates to print',
    admin,
    register.print,
    { body: { ids: [certificate.id, other.enrolment] } },
    { body: { ids: [certificate.id] } },
  ],
  [
    'an attempt of another with answers',
    sitting.learner,
    attempts.save,
    { params: { id: satBeside }, body: { answers } },
    { params: { id: sat }, body: { answers } },
  ],
  ['an attempt of another in a submission', sitting.learner, assessments.submit, submitted(satBeside), submitted(sat)],
  [
    'a course as the batch of an inspection pack',
    admin,
    inspectionPacks.ask,
    { body: { batchId: ofCertificate.id } },
    { body: { batchId: inspected } },
  ],
  [
    'a batch as the course of an inspection pack',
    admin,
    inspectionPacks.ask,
    { body: { courseId: inspected, from: '2026-11-01', to: '2027-01-01' } },
    { body: { courseId: ofCertificate.id, from: '2026-11-01', to: '2027-01-01' } },
  ],
  [
    'an attempt that is not doubtful among doubtful passes',
    admin,
    correctedKeys.decide,
    decided(other.attempt),
    decided(pass),
  ],
];

// shows: asvs/8.2.2
test.each(withControl)(
  '%s is refused and changes nothing, and the own one is accepted',
  async (_, as, one, theirs, own) => {
    await isRefused(as, one, theirs);
    const { status, body } = await call(one, own, as);
    expect([status < 300, JSON.stringify(body)]).toEqual([true, expect.not.stringContaining('"ok":false')]);
  },
);

// shows: asvs/8.2.2
test.each(cases)('%s is refused and changes nothing', async (_, as, one, parts) => isRefused(as, one, parts));
