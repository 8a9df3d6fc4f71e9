import { batches } from '@fairlead/contract/batches/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { describe, expect, test } from 'vitest';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { type Work, whileWaiting } from '../../platform/db/testing/while-waiting.ts';
import { crowd } from '../../testing/answers.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { onServer } from '../../testing/database.ts';
import { addBatch, addCourse, enrol } from '../../testing/factories.ts';
import { endWaitingLists, fillAllSeats, lockBatch } from './seats.ts';
import { batchDesk } from './testing/batch-desk.ts';

const program = await testApp();
const { call, person, db } = program;
const { registrar, classroom, read, ask, roster, placeAll, place, dates, subjects, mailCounts, audited, asked } =
  await batchDesk(program);
const three = async (...of: Parameters<typeof asked>) =>
  [await asked(...of), await asked(...of), await asked(...of)] as const;

describe('a request for a batch', () => {
  test('takes the last seat once, however many ask at the same moment', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id, { seats: 3 });
    await asked(course.id, batch);
    await asked(course.id, batch);
    const many = await Promise.all(Array.from({ length: crowd }, () => person()));
    // a program that is too busy answers some of them with 503, who then ask again
    const insist = async (learner: Person) => {
      let answer = await ask(course.id, batch, learner);
      while (answer.status === 503) answer = await ask(course.id, batch, learner);
      return answer;
    };
    const answers = await Promise.all(many.map(insist));
    expect(answers.map(({ status }) => status)).toEqual(many.map(() => 201));
    const waiting = answers.map(({ body }) => body.data.batch?.waiting ?? null);
    expect(waiting.filter((position) => position === null)).toHaveLength(1);
    expect(await read(batch)).toMatchObject({ seats: 3, taken: 3, waiting: crowd - 1 });
    const positions = (await roster(batch)).flatMap((entry) => entry.waiting ?? []);
    expect(positions).toEqual(Array.from({ length: crowd - 1 }, (_, n) => n + 1));
  });

  test('is refused for a date that cannot be chosen', async () => {
    const course = await classroom();
    const refused = {
      closed: await addBatch(program, course.id, { state: 'closed' }),
      begun: await addBatch(program, course.id, { firstDay: '2026-11-20' }),
      cancelled: await addBatch(program, course.id, { state: 'cancelled' }),
    };
    const learner = await person();
    for (const [why, id] of Object.entries(refused))
      expect([why, (await ask(course.id, id, learner)).status]).toEqual([why, 409]);
    const other = await addBatch(program, (await classroom()).id);
    expect((await ask(course.id, other, learner)).status).toBe(404);
    const online = await addCourse(program);
    expect(await ask(online.id, await addBatch(program, online.id), learner)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('held online only now') },
    });
    expect(await db.selectFrom('enrolment').select('id').where('courseId', '=', course.id).execute()).toEqual([]);
    expect((await ask(course.id, undefined, learner)).body.data.batch).toBeNull();
  });

  test('leaves its seat to the first who waits when it is declined, and they are emailed', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id);
    const [first, second, third] = await three(course.id, batch);
    expect([first, second, third].map(({ batch }) => batch?.waiting)).toEqual([null, 1, 2]);
    expect(await dates(course.id)).toEqual([[(await read(batch)).code, 0]]);
    const accept = ({ id }: { id: string }) => call(enrolments.accept, { params: { id } }, registrar);
    expect(await accept(second)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('waiting list') },
    });
    await call(enrolments.reject, { params: { id: first.id }, body: { reason: 'documents-incomplete' } }, registrar);
    expect((await roster(batch)).map((one) => [one._id, one.place, one.waiting])).toEqual([
      [second.id, 'seat', null],
      [third.id, 'waiting', 1],
      [first.id, 'left', null],
    ]);
    expect(await subjects(second.learner)).toEqual([`You have a seat: ${course.title}`]);
    expect(await subjects(third.learner)).toEqual([]);
    expect((await accept(second)).status).toBe(200);
    // asked again without a date, the learner is in no batch
    expect((await ask(course.id, undefined, first.learner)).body.data.batch).toBeNull();
  });

  test('of somebody who was erased leaves a seat that is passed on by the job', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id);
    const [gone, next] = [await asked(course.id, batch), await asked(course.id, batch)];
    await db.deleteFrom('enrolment').where('id', '=', gone.id).execute();
    await fillAllSeats(program);
    expect(await subjects(next.learner)).toEqual([`You have a seat: ${course.title}`]);
    expect(await read(batch)).toMatchObject({ taken: 1, waiting: 0 });
  });
});

describe('the waiting list of a batch that has begun', () => {
  test('ends once: its people are emailed, and can ask for another date', async () => {
    const course = await classroom();
    const dated = (day: string) => ({ firstDay: day, lastDay: day });
    const [begun, later] = [await addBatch(program, course.id), await addBatch(program, course.id, { seats: 9 })];
    const cancelled = await addBatch(program, course.id);
    const [seated, waiting] = [await asked(course.id, begun), await asked(course.id, begun)];
    const approved = await enrol(program, await person(), course.id);
    expect(await place(begun, approved, true)).toMatchObject({ ok: true });
    const kept = [await asked(course.id, cancelled), await asked(course.id, cancelled)].at(-1);
    expect(await ask(course.id, later, waiting.learner)).toMatchObject({ status: 409 });
    await endWaitingLists(program);
    expect(await read(begun)).toMatchObject({ taken: 1, waiting: 2 });

    await db.updateTable('batch').set(dated('2026-11-20')).where('id', 'in', [begun, cancelled]).execute();
    await db.updateTable('batch').set({ state: 'cancelled' }).where('id', '=', cancelled).execute();
    for (const _ of [1, 2]) await endWaitingLists(program);
    expect(await read(begun)).toMatchObject({ taken: 1, waiting: 0 });
    expect([await read(cancelled), await subjects(kept?.learner as Person)]).toMatchObject([{ waiting: 1 }, []]);
    expect(await subjects(seated.learner)).toEqual([]);
    const mails = await program.mailsTo(waiting.learner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`No seat became free: ${course.title}, 20 November 2026`]);
    expect(mails[0]?.text).toContain('Ask for another date');
    expect(await audited(waiting.id)).toEqual(['enrolment.request', 'batch.end-wait']);
    expect(await audited(approved)).toEqual(['batch.place', 'batch.end-wait']);
    expect(await place(begun, approved, true)).toMatchObject({
      ok: false,
      message: expect.stringContaining('has begun'),
    });

    const own = async () => (await call(enrolments.listOwn, waiting.learner)).body;
    expect(await own()).toMatchObject([{ state: 'requested', steps: ['choose-date'], batch: null }]);
    const again = await ask(course.id, later, waiting.learner);
    expect(await own()).toMatchObject([{ state: 'requested', steps: [] }]);
    expect(again.body.data).toMatchObject({ _id: waiting.id, status: 'pending', batch: { _id: later, waiting: null } });
    expect((await ask(course.id, later, waiting.learner)).status).toBe(409);
  });
});

test('whose batch is cancelled chooses another date alone, approved or not, where one is open', async () => {
  const course = await classroom();
  const cancelled = await addBatch(program, course.id, { firstDay: '2026-12-01', lastDay: '2026-12-02', seats: 5 });
  const people = [await asked(course.id, cancelled), await asked(course.id, cancelled)];
  const [approved] = people as [(typeof people)[number]];
  await call(enrolments.accept, { params: { id: approved.id }, query: {} }, registrar);
  const own = async (as: Person) => (await call(enrolments.listOwn, as)).body[0];
  // before the classes begin there is nothing to launch
  expect(await own(approved.learner)).toMatchObject({ state: 'training', steps: [] });
  await call(batches.cancel, { params: { id: cancelled } }, registrar);
  for (const { learner } of people) expect(await own(learner)).toMatchObject({ steps: [], lacksOpenDate: true });

  const next = await addBatch(program, course.id, { firstDay: '2026-12-04', lastDay: '2026-12-05', seats: 1 });
  for (const [n, { learner, id }] of people.entries()) {
    expect(await own(learner)).toMatchObject({ steps: ['choose-date'], lacksOpenDate: false });
    const { body } = await ask(course.id, next, learner);
    expect(body.data).toMatchObject({ _id: id, batch: { _id: next, waiting: n === 0 ? null : 1 } });
    expect(await ask(course.id, next, learner)).toMatchObject({ status: 409 });
  }
  expect((await own(approved.learner))?.status).toBe('approved');
  expect(await read(next)).toMatchObject({ taken: 1, waiting: 1 });
});

// the embedded engine has one connection, and nothing happens there at the same moment
describe.runIf(onServer())('at the same moment as another change', () => {
  const during = <T>(work: Work, other: () => Promise<T>, meanwhile?: Work) => whileWaiting(db, work, other, meanwhile);
  const declineNow = (id: string) => (tx: Tx) =>
    tx.updateTable('enrolment').set({ status: 'rejected' }).where('id', '=', id).execute();
  const decline = (id: string) =>
    call(enrolments.reject, { params: { id }, body: { reason: 'batch-full' } }, registrar);

  test('a declined person is not moved', async () => {
    const course = await classroom();
    const [from, to] = [await addBatch(program, course.id), await addBatch(program, course.id)];
    const { id, learner } = await asked(course.id, from);
    expect(await during(declineNow(id), () => place(to, id))).toMatchObject({
      ok: false,
      message: expect.stringContaining('is declined'),
    });
    expect([await read(to), await subjects(learner)]).toMatchObject([{ taken: 0 }, []]);
  });

  test('two colleagues who move people to the last seats move all of theirs, or none', async () => {
    const course = await classroom();
    const [from, to] = [
      await addBatch(program, course.id, { seats: 6 }),
      await addBatch(program, course.id, { seats: 3 }),
    ];
    const people = await Promise.all(Array.from({ length: 6 }, () => asked(course.id, from)));
    const ids = people.map(({ id }) => id);
    // each has two of the people and wants a third, whom both have chosen
    const both = await Promise.all([placeAll(to, ids.slice(0, 3)), placeAll(to, ids.slice(2, 5).toReversed())]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await mailCounts(people)).toEqual(both[0].ok ? [1, 1, 1, 0, 0, 0] : [0, 0, 1, 1, 1, 0]);
    expect([await read(from), await read(to)]).toMatchObject([{ taken: 3 }, { taken: 3 }]);
  });

  test('a seat that was taken after the move was read is passed on', async () => {
    const course = await classroom();
    const [from, to] = [await addBatch(program, course.id), await addBatch(program, course.id)];
    const [first, second, third] = await three(course.id, from);
    const pass = async (tx: Tx) => {
      await lockBatch(tx, from);
      await tx
        .updateTable('enrolment')
        .set({ seatedAt: null, status: 'rejected' })
        .where('id', '=', first.id)
        .execute();
      await tx.updateTable('enrolment').set({ seatedAt: program.clock() }).where('id', '=', second.id).execute();
    };
    expect(await during(pass, () => place(to, second.id))).toMatchObject({ ok: true });
    expect(await subjects(third.learner)).toEqual([`You have a seat: ${course.title}`]);
  });

  test('a seat passes to the next who waits, not to somebody declined', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id);
    const [first, second, third] = await three(course.id, batch);
    expect((await during(declineNow(second.id), () => decline(first.id))).status).toBe(200);
    expect(await subjects(second.learner)).toEqual([]);
    expect(await audited(second.id)).toEqual(['enrolment.request']);
    expect(await subjects(third.learner)).toEqual([`You have a seat: ${course.title}`]);
  });

  test('who waits for a batch holds no enrolment, so that nobody waits in a circle', async () => {
    const course = await classroom();
    const batch = await addBatch(program, course.id, { seats: 3 });
    const [one, two] = [await asked(course.id, batch), await asked(course.id, batch)];
    await decline(two.id);
    const free = (id: string) => (tx: Tx) =>
      tx.selectFrom('enrolment').select('id').where('id', '=', id).forUpdate().noWait().execute();
    const hold = (tx: Tx) => lockBatch(tx, batch);
    expect((await during(hold, () => decline(one.id), free(one.id))).status).toBe(200);
    expect((await during(hold, () => ask(course.id, batch, two.learner), free(two.id))).status).toBe(201);
    // what only refers to the batch does not wait for it
    const [locked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = transaction(db, async (tx) => {
      await hold(tx);
      locked.resolve();
      await mayCommit.promise;
    });
    await locked.promise;
    const referred = db.selectFrom('batch').select('id').where('id', '=', batch).forKeyShare().noWait();
    await referred.executeTakeFirstOrThrow().finally(() => mayCommit.resolve());
    await holding;
  });
});
