import { accounts } from '@fairlead/contract/accounts/calls';
import { peopleImport } from '@fairlead/contract/people-import/calls';
import { expect } from 'vitest';
import type { Person, TestApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { formOf } from '../../../testing/forms.ts';

/** Crews as the office imports them, and what is to be seen of them afterwards. */
export async function crewDesk(program: TestApp) {
  const { call, db, person, mailsTo, clock } = program;
  const registrar = await person('registrar');
  const course = await addCourse(program, { title: 'Personal Survival Techniques', format: 'classroom' });

  const titles = 'Name,Email,Mobile,Date of birth,Rank,Passport number,Passport expiry,CDC number,INDoS,Course,Batch\n';
  const crewOf = (...lines: string[]) => titles + lines.join('\n');
  const preview = async (table: string) => {
    const form = formOf({}, { file: { bytes: Buffer.from(table), name: 'crew.csv' } });
    const { status, body } = await call(peopleImport.preview, { form }, registrar);
    expect(status).toBe(201);
    return body.data;
  };
  const rowsOf = async (id: string) => (await call(peopleImport.listRows, { params: { id } }, registrar)).body.data;
  const saidOf = async (id: string) => (await rowsOf(id)).map(({ outcome, reason }) => [outcome, reason]);
  const importOf = async (id: string) => (await call(peopleImport.get, { params: { id } }, registrar)).body.data;
  const confirm = (id: string, body = {}) => call(peopleImport.confirm, { params: { id }, body }, registrar);
  const undo = (id: string) => call(peopleImport.undo, { params: { id } }, registrar);
  /** Imports a table, and sends its emails. */
  async function imported(...lines: string[]) {
    const { _id } = await preview(crewOf(...lines));
    expect((await confirm(_id)).status).toBe(200);
    await program.worker.drain();
    return _id;
  }
  const undone = async (id: string) => {
    expect((await undo(id)).status).toBe(200);
    await program.worker.drain();
    return saidOf(id);
  };
  const accountOf = (email: string) =>
    db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
  const enrolmentsOf = async (email: string) =>
    db
      .selectFrom('enrolment')
      .innerJoin('account', 'account.id', 'accountId')
      .select(['status', 'courseId', 'batchId', 'seatedAt', 'enrolment.id'])
      .where('email', '=', email)
      .execute();
  const acceptOf = async (email: string) => {
    const mail = (await mailsTo(email)).findLast(({ text }) => text?.includes('/set-password#'));
    const token = /set-password#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    return call(accounts.acceptInvitation, { body: { token, newPassword: 'steady as she goes' } });
  };
  const signedIn = async (email: string) => {
    expect((await acceptOf(email)).status).toBe(200);
    const { id: accountId = '' } = (await accountOf(email)) ?? {};
    const session = {
      accountId,
      createdAt: clock(),
      lastUsedAt: clock(),
      expiresAt: new Date(clock().getTime() + 1e9),
    };
    const { id } = await db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow();
    return { accountId, sessionId: id, role: 'learner', email } satisfies Person;
  };

  return {
    registrar,
    course,
    titles,
    crewOf,
    preview,
    rowsOf,
    saidOf,
    importOf,
    confirm,
    undo,
    imported,
    undone,
    accountOf,
    enrolmentsOf,
    acceptOf,
    signedIn,
    auditOf: program.auditActions,
  };
}
