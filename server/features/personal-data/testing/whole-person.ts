import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { contact } from '@fairlead/contract/contact/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import { sql } from 'kysely';
import type { Person, TestApp } from '../../../testing/app.ts';
import { addPackageWork, completeTraining } from '../../../testing/factories.ts';
import { formOf, profileDocuments, profileFields } from '../../../testing/forms.ts';
import { enrolledWithFilms, openPaper, passed, submitAnswers, watchFilm } from '../../../testing/journey.ts';
import { addOwner, addPasskey, logIn } from '../../accounts/testing/owners.ts';
import { addTest, answersTo } from '../../assessments/testing/assessments.ts';
import { deviceAboard } from '../../offline-records/testing/offline-device.ts';
import { documentForm } from '../../wallet/testing/wallet.ts';

/** Texts that occur only in one person's records. */
export const marks = {
  lastName: 'Kumaraswamy',
  passport: 'Q7654321',
  street: '9 Lantern Steps',
  mobile: '9000012345',
};

/**
 * A seafarer with data of every kind: a profile with identity documents, a document in the wallet, a course with a
 * certificate, shared by a link, another course, taken aboard, whose assessment was failed after some watching, two
 * sessions and a passkey. They log in with the tests' password.
 */
export async function wholePerson(program: TestApp) {
  const { call, db, worker } = program;
  const owner: Person = await addOwner(program);
  const { lastName, mobile, passport, street } = marks;
  await db.updateTable('account').set({ lastName, mobile }).where('id', '=', owner.accountId).execute();
  const fields = { ...profileFields, passportNumber: passport, streetAddress: street };
  const profile = await call(seafarers.createProfile, { form: formOf(fields, await profileDocuments()) }, owner);
  if (profile.status !== 201) throw new Error(`no profile: ${JSON.stringify(profile.body)}`);
  const added = await call(wallet.add, { form: await documentForm({ issuer: `Dr. ${lastName}` }) }, owner);
  if (added.status !== 201) throw new Error(`no document: ${JSON.stringify(added.body)}`);
  await call(contact.send, { body: { name: `Asha ${lastName}`, email: owner.email, message: `Call ${mobile}.` } });
  const certified = await passed(program, { learner: owner });
  await worker.drain();
  const { id: certificateId, number } = await db
    .selectFrom('certificate')
    .select(['id', 'number'])
    .where('accountId', '=', owner.accountId)
    .executeTakeFirstOrThrow();
  await call(ownCertificates.share, { params: { id: certificateId }, body: { days: 7 } }, owner);
  const [shown] = (await call(ownCertificates.list, owner)).body.data;
  // drawn when it is first opened
  const opened = await program.request('GET', shown?.picture?.url ?? '');
  if (opened.status !== 200) throw new Error(`no picture: ${JSON.stringify(opened.body)}`);
  const failed = await enrolledWithFilms(program, [30], owner);
  const device = await deviceAboard(program, failed.course.id, owner);
  // a clock that is wrong is a contradiction
  device.start(-400 * 86_400);
  device.play(0, 0, 10);
  await device.sync();
  await watchFilm(program, { courseId: failed.course.id, film: failed.films[0], seconds: 30 }, owner);
  await completeTraining(program, failed.enrolmentId);
  await addPackageWork(program, failed);
  const sat = await addTest(program, failed.course.id);
  await openPaper(program, failed.course.id, owner);
  await submitAnswers(program, { courseId: failed.course.id, sat, answers: answersTo(sat, 3) }, owner);
  // staff declined both courses once, with a note
  const declined = { declineReason: 'other', declineNote: `Call us from ${mobile}.` } as const;
  await db.updateTable('enrolment').set(declined).where('accountId', '=', owner.accountId).execute();
  await logIn(program, owner.email);
  await addPasskey(program, owner);
  return { owner, certified, certificateId, number, failed };
}

/** The names of the tables in which any column of any row contains a text. */
export async function tablesThatSay({ db }: Pick<TestApp, 'db'>, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_catalog.pg_tables where schemaname = 'public' order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} as one where to_jsonb(one)::text ilike ${`%${text}%`} limit 1`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
