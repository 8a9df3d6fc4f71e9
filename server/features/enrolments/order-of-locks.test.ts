import { enrolments } from '@fairlead/contract/enrolments/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { type Work, whileWaiting } from '../../platform/db/testing/while-waiting.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { onServer } from '../../testing/database.ts';
import { addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { seafarerInvitationEmail } from '../accounts/email-templates.ts';
import { renewInvitation } from '../accounts/people/invite-again.ts';
import { findLearner } from './queries.ts';

const program = await testApp();
const { call, person, db, mailsTo } = program;
const registrar = await person('registrar');

const lockPerson =
  ({ accountId }: Person): Work =>
  (tx) =>
    tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
/** Fails where somebody else has locked the enrolment. */
const isFree =
  (id: string): Work =>
  (tx) =>
    tx.selectFrom('enrolment').select('id').where('id', '=', id).forUpdate().noWait().executeTakeFirstOrThrow();
const enrolIn = async (courseId: string, { accountId }: Person) =>
  (await call(enrolments.enrolPeople, { body: { courseId, people: [{ id: accountId }] } }, registrar)).body.data[0];

describe.runIf(onServer())('people are locked before their enrolments', () => {
  test('by two colleagues who enrol one invited person at once, so that neither waits in a circle', async () => {
    const learner = await person();
    const longAgo = new Date(program.clock().getTime() - 24 * 3600_000);
    const invited = { approvedAt: null, emailVerifiedAt: null, invitedAt: longAgo };
    await db.updateTable('account').set(invited).where('id', '=', learner.accountId).execute();
    let runs = 0;
    // what an enrolment does: it reads the person, and then renews the invitation
    const read = async (tx: Tx) => {
      runs += 1;
      // who waits in a circle learns it here, and not in the other transaction
      await sql`set local deadlock_timeout = '10ms'`.execute(tx);
      expect(await findLearner(tx, learner.accountId)).toEqual({ state: 'invited' });
    };
    const renew = (tx: Tx) => {
      const { accountId, email } = learner;
      const invitation = { template: seafarerInvitationEmail, values: { name: 'Asha' } };
      return renewInvitation(tx, program, { accountId, email, actorId: registrar.accountId, ...invitation });
    };
    const { id, title } = await addCourse(program);
    const other = await whileWaiting(db, read, () => enrolIn(id, learner), renew);
    expect([runs, other]).toMatchObject([1, { ok: true }]);
    // one link, and the second email says only that there is a course
    expect((await mailsTo(learner.email)).map(({ subject }) => subject)).toEqual([
      expect.not.stringContaining(title),
      `You are enrolled: ${title}`,
    ]);
  });

  test.each(['accept', 'reject', 'enrol'] as const)('by those who %s', async (way) => {
    const learner = await person();
    await addProfile(program, learner);
    const course = await addCourse(program);
    const id = await enrol(program, learner, course.id, 'pending');
    const seen = { profileSeenAt: program.clock().toISOString() };
    const decide = async () => {
      if (way === 'enrol') return (await enrolIn(course.id, learner))?.ok;
      const body = { reason: 'batch-full' as const };
      if (way === 'reject') {
        return (await call(enrolments.reject, { params: { id }, query: seen, body }, registrar)).status === 200;
      }
      return (await call(enrolments.accept, { params: { id }, query: seen }, registrar)).status === 200;
    };
    expect(await whileWaiting(db, lockPerson(learner), decide, isFree(id))).toBe(true);
  });
});
