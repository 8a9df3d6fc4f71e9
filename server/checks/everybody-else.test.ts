import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emailTemplates } from '@fairlead/contract/academy/email-templates';
import { type RetentionKind, settings } from '@fairlead/contract/academy/settings';
import { accounts } from '@fairlead/contract/accounts/calls';
import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { staffMembers } from '@fairlead/contract/accounts/staff-members';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { batches } from '@fairlead/contract/batches/calls';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { register } from '@fairlead/contract/certificates/register';
import { contact } from '@fairlead/contract/contact/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { checklists } from '@fairlead/contract/fit-to-join/checklists';
import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { packages } from '@fairlead/contract/packages/calls';
import { peopleImport } from '@fairlead/contract/people-import/calls';
import { personalData } from '@fairlead/contract/personal-data/calls';
import type { Call } from '@fairlead/contract/platform/call';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { training } from '@fairlead/contract/training/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addVerified } from '../features/accounts/testing/newcomers.ts';
import { codeFor, givePassword, logIn, password } from '../features/accounts/testing/owners.ts';
import { courseCover } from '../features/courses/testing/course-desk.ts';
import { courseFields } from '../features/courses/testing/course-fields.ts';
import { switchFeesOn } from '../features/fees/testing/fees.ts';
import { crewDesk } from '../features/people-import/testing/crew-desk.ts';
import { retentionJob } from '../features/personal-data/carry-out-retention.ts';
import { documentForm } from '../features/wallet/testing/wallet.ts';
import { transaction } from '../platform/db/database.ts';
import { rowsIn } from '../platform/files/file-rows.ts';
import { folders } from '../platform/files/folders.ts';
import { moveFiles } from '../platform/files/move-files.ts';
import { folderStore } from '../platform/files/stores/folder-store.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { features } from '../program/features.ts';
import { housekeepingJob } from '../program/housekeeping.ts';
import { type Answer, testApp } from '../testing/app.ts';
import { formOf, picture } from '../testing/forms.ts';
import { type Everything, furnishEverything } from './testing/everything.ts';
import { added, type Digests, differing, digestAll, keyOf, tableNames } from './testing/rest-of-academy.ts';

// An operation on one thing leaves every other thing as it is: each row and each file of everybody else is the same
// after every operation that deletes, ends, undoes, replaces or withdraws something, and after every recurring job.

const program = await testApp();
const { call, db, worker, chainAppender, clock } = program;
const [admin, registrar] = [await program.person('admin'), await program.person('registrar')];
await givePassword(program, admin);
await switchFeesOn(program);

/** Rows that belong to the academy as a whole, and that each operation may change. */
const shared = [
  ...['chain_head', 'change_version', 'fee_series', 'log_check', 'log_checkpoint', 'log_cosignature', 'log_tile'],
  ...['daily_sum', 'expiry_sum', 'attempt_to_sum', 'job', 'rate_limit'],
  // notes of the sweep and of retention on what they found
  ...['mass_deletion', 'quarantined_file'],
];
/** Tables that have a row only where an operation adds one. */
const emptyBefore = [...shared, 'academy', 'academy_settings', 'question_sum', 'result_sum', 'signing_key'];
const tableOf = (name: string) => name.split(' ')[0] ?? '';

/** Furnishes, and returns what has been added. */
async function furnished(): Promise<{ of: Everything; names: Set<string> }> {
  const before = await digestAll(program);
  const of = await furnishEverything(program, admin);
  await settle();
  return { of, names: new Set(added(before, await digestAll(program))) };
}
async function settle(): Promise<void> {
  await worker.drain();
  while ((await chainAppender.append()) > 0);
}

const desk = new Set((await digestAll(program)).keys());
const old = await furnished();
const subject = await furnished();
const others = await furnished();

/** The newest id in a table of a row of the subject's, for what `furnishEverything` does not name. */
const idOf = async (table: string, where: string, value: string, column = 'id'): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(where)} = ${value} order by 1 desc limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? '';
};

const { of: s } = subject;
const id = (value: string) => ({ params: { id: value } });
const why = { reason: 'As asked' };
const confirmed = { currentPassword: password };
const newPassword = 'steady as she goes';
/** Another learner of the subject's, with what they have. */
const crew = await crewDesk(program);

type Operation = { of: Call; run: () => Promise<Answer<unknown>>; changes?: readonly string[] };

/** Each operation on the subject, in an order in which all are possible. */
const operations: readonly Operation[] = [
  { of: seafarers.withdrawDocumentRequest, run: () => call(seafarers.withdrawDocumentRequest, id(s.asked), registrar) },
  { of: ownCertificates.revokeShare, run: () => call(ownCertificates.revokeShare, id(s.share), s.owner) },
  { of: ownCertificates.endCalendar, run: () => call(ownCertificates.endCalendar, s.owner) },
  { of: batches.endCalendar, run: () => call(batches.endCalendar, s.instructor) },
  {
    of: ownAccount.endOwnSession,
    run: async () => {
      await logIn(program, s.owner.email);
      return call(ownAccount.endOwnSession, id(await idOf('session', 'account_id', s.owner.accountId)), s.owner);
    },
  },
  {
    of: accounts.logout,
    run: async () =>
      call(accounts.logout, { body: { refreshToken: (await logIn(program, s.owner.email)).body.refreshToken } }),
  },
  {
    of: passkeys.removePasskey,
    run: async () => {
      const passkey = await idOf('passkey', 'account_id', s.owner.accountId);
      return call(passkeys.removePasskey, { ...id(passkey), body: confirmed }, s.owner);
    },
  },
  {
    of: seafarers.updateProfile,
    run: async () => {
      const files = { signature: { bytes: await picture(), name: 'a.jpg' } };
      return call(seafarers.updateProfile, { form: formOf({}, files) }, s.owner);
    },
  },
  {
    of: wallet.edit,
    run: async () =>
      call(
        wallet.edit,
        { ...id(s.wallet), query: { version: 1 }, form: await documentForm({ number: 'X 1', version: '1' }) } as never,
        s.owner,
      ),
  },
  {
    of: wallet.refuse,
    run: () =>
      call(
        wallet.refuse,
        { ...id(s.wallet), body: { version: 2, reason: 'other', note: 'Cut off' } } as never,
        registrar,
      ),
  },
  { of: wallet.remove, run: () => call(wallet.remove, id(s.wallet), s.owner) },
  {
    of: staffAccounts.removeNote,
    run: () => call(staffAccounts.removeNote, { params: { id: s.owner.accountId, noteId: s.note } }, admin),
  },
  {
    of: seafarers.correctName,
    run: async () => {
      const ofOwner = db.selectFrom('account').select(['firstName', 'lastName']).where('id', '=', s.owner.accountId);
      const { firstName, lastName } = await ofOwner.executeTakeFirstOrThrow();
      const name = { firstName, lastName: `${lastName} Rao`, note: 'Passport', nameSeen: `${firstName} ${lastName}` };
      return call(seafarers.correctName, { ...id(s.owner.accountId), body: name }, registrar);
    },
  },
  { of: contact.close, run: () => call(contact.close, id(s.message), admin) },
  {
    of: fees.declineProof,
    run: async () => {
      const proof = await idOf('fee_proof', 'enrolment_id', s.owing.id);
      return call(fees.declineProof, { ...id(proof), body: why }, admin);
    },
  },
  {
    of: fees.reverse,
    run: async () => {
      const entry = await idOf('fee_entry', 'enrolment_id', s.paying.id);
      return call(fees.reverse, { ...id(entry), body: why }, admin);
    },
  },
  { of: offlineRecords.withdraw, run: () => call(offlineRecords.withdraw, id(s.place.pass), admin) },
  {
    of: correctedKeys.correctKey,
    run: () =>
      call(correctedKeys.correctKey, { ...id(s.place.question), body: { correctAnswer: 'Yellow', ...why } }, admin),
  },
  {
    of: testAuthoring.update,
    run: async () => {
      const { _id, version, ...test } = (await call(testAuthoring.get, id(s.place.test), admin)).body.data;
      return call(
        testAuthoring.update,
        { ...id(_id), body: { test: { ...test, title: 'Buoys' } as never, version } },
        admin,
      );
    },
  },
  { of: assessments.unpublish, run: () => call(assessments.unpublish, id(s.place.test), admin) },
  {
    of: training.removeText,
    run: () => call(training.removeText, { params: { id: s.place.film, kind: 'captions', language: 'en' } }, admin),
  },
  {
    of: training.saveChecks,
    run: () => call(training.saveChecks, { ...id(s.place.film), body: { checks: [] } } as never, admin),
  },
  {
    of: training.replaceFilm,
    run: async () => {
      const file = join(import.meta.dirname, '../platform/films/fixtures/h264-aac-moov-first.mp4');
      return call(
        training.replaceFilm,
        { ...id(s.place.film), form: formOf({}, { film: { bytes: await readFile(file), name: 'a.mp4' } }) },
        admin,
      );
    },
  },
  { of: training.removeFilm, run: () => call(training.removeFilm, id(s.place.other), admin) },
  {
    of: courses.unassignInstructor,
    run: () =>
      call(courses.unassignInstructor, { params: { id: s.place.course, accountId: s.instructor.accountId } }, admin),
  },
  {
    of: courses.update,
    run: async () =>
      call(courses.update, { ...id(s.covered), query: {}, form: formOf(courseFields, await courseCover()) }, admin),
  },
  { of: courses.deactivate, run: () => call(courses.deactivate, id(s.covered), admin) },
  {
    of: checklists.setArchived,
    run: () => call(checklists.setArchived, { ...id(s.checklist), body: { archived: true } } as never, admin),
  },
  {
    of: batches.update,
    run: async () => {
      const { code, firstDay, lastDay, restDays, startsAt, endsAt, seats } = (
        await call(batches.get, id(s.place.batch), registrar)
      ).body.data;
      const same = { code, firstDay, lastDay, restDays, startsAt, endsAt, seats, instructorId: null, isOpen: true };
      return call(batches.update, { ...id(s.place.batch), query: {}, body: { ...same, venue: 'Deck' } }, registrar);
    },
  },
  { of: batches.cancel, run: () => call(batches.cancel, id(s.place.batch), registrar) },
  {
    of: register.correct,
    run: () => call(register.correct, { ...id(s.certificateId), body: { gradeNo: 'G-99', ...why } }, admin),
  },
  {
    of: register.revoke,
    run: async () => {
      const certificate = await idOf('certificate', 'account_id', s.owner.accountId);
      return call(register.revoke, { ...id(certificate), body: why }, admin);
    },
  },
  {
    of: enrolments.reject,
    run: () => call(enrolments.reject, { ...id(s.owing.id), query: {}, body: {} } as never, registrar),
  },
  {
    of: enrolments.rejectMany,
    run: () => call(enrolments.rejectMany, { body: { requests: [{ id: s.paying.id }] } } as never, registrar),
  },
  {
    of: enrolments.withdrawMany,
    run: () => call(enrolments.withdrawMany, { body: { enrolments: [{ id: s.place.enrolment }] } } as never, registrar),
  },
  {
    of: staffAccounts.refuse,
    run: async () => {
      const { email } = await addVerified(program);
      return call(staffAccounts.refuse, { ...id(await idOf('account', 'email', email)), body: why }, registrar);
    },
  },
  {
    of: staffAccounts.disable,
    run: async () => {
      const learner = await idOf('account', 'email', s.place.learner);
      return call(staffAccounts.disable, { ...id(learner), body: { note: 'Left' } }, admin);
    },
  },
  {
    of: staffMembers.removeQualification,
    run: () => call(staffMembers.removeQualification, id(s.qualification), admin),
  },
  {
    of: secondFactor.reset,
    run: async () => {
      await db
        .updateTable('secondFactor')
        .set({ confirmedAt: clock() })
        .where('accountId', '=', s.instructor.accountId)
        .execute();
      return call(secondFactor.reset, id(s.instructor.accountId), admin);
    },
  },
  {
    of: peopleImport.undo,
    run: async () => {
      const imported = await crew.imported('Ravi Kumar,crew@example.org,9820012345,,,,,,,,');
      return call(peopleImport.undo, id(imported), crew.registrar);
    },
  },
  {
    of: settings.saveBrand,
    changes: ['academy_settings'],
    run: async () => {
      const brand = {
        ...{ name: 'Lighthouse Academy', email: 'desk@lighthouse.example', phone: '+91 484 555 0100' },
        ...{ city: 'Kochi', facebook: '', instagram: '', linkedin: '', recognition: '' },
      };
      const logo = { logo: { bytes: await picture('png', 1000), name: 'logo.png' } };
      return call(settings.saveBrand, { form: formOf(brand, logo) }, admin);
    },
  },
  {
    of: accounts.resetPassword,
    run: async () => {
      const { email } = s.owner;
      await call(accounts.forgotPassword, { body: { email } });
      const body = { email, otp: await codeFor(program, email), newPassword };
      return call(accounts.resetPassword, { body });
    },
  },
  {
    of: emailTemplates.reset,
    run: async () => {
      const [template] = features.flatMap(({ emailTemplates: templates = [] }) => templates);
      const words = {
        key: template?.key ?? '',
        subject: 'x',
        body: 'x',
        changedAt: clock(),
        changedBy: admin.accountId,
      };
      await db.insertInto('letterWords').values(words).execute();
      return call(emailTemplates.reset, { params: { key: words.key } }, admin);
    },
  },
  { of: accounts.logoutEverywhere, run: () => call(accounts.logoutEverywhere, s.registrar) },
  {
    of: personalData.eraseOwn,
    run: async () => {
      await logIn(program, s.owner.email, newPassword);
      const sessionId = await idOf('session', 'account_id', s.owner.accountId);
      const body = { currentPassword: newPassword, understood: true } as const;
      return call(personalData.eraseOwn, { body }, { ...s.owner, sessionId });
    },
  },
  {
    of: personalData.erase,
    run: async () => {
      const learner = await idOf('account', 'email', s.place.learner);
      return call(personalData.erase, { ...id(learner), body: why }, admin);
    },
  },
];

/** Calls whose names say that they end something, and that are not made here. */
const elsewhere = new Map<Call, string>([
  [secondFactor.remove, 'deletes what the reset by an administrator deletes'],
  [overview.allowDeletion, 'deletes nothing: the sweep and retention do, later'],
  [singleSignOn.remove, 'the academy of this test has no login service'],
  [packages.replace, 'stores a version beside the others; the job that removes old ones is run here'],
  [training.replaceFilmByUploaded, 'retires a film as the replacement by a form does'],
]);

/** How the names of writing calls begin that add something, or set one thing. All others are made here. */
const adding = new Set(
  (
    'accept activate add answer approve arrange ask assign attach begin change charge check choose commit confirm ' +
    'create decide duplicate enable enrol finish forgot invite issue judge list log login mark open place preview ' +
    'print publish read record refresh refund register rename renew reopen reorder report request resend retry save ' +
    'secure send set share start submit sync upload verify waive'
  ).split(' '),
);

/** Rows of the desk's staff, which their own work changes. */
const mayChange = (name: string, changes: readonly string[]) =>
  desk.has(name) || [...shared, ...changes].includes(tableOf(name));

/** As an academy is after four years without anybody: every date and time in these rows. */
async function age(names: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and data_type in ('date', 'timestamp with time zone')`.execute(db);
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    const keys = [...names].flatMap((name) => (tableOf(name) === table ? [name.slice(table.length + 1)] : []));
    if (keys.length === 0) continue;
    const set = sql.join(
      columns.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(column)} - interval '4 years'`),
    );
    await sql`update ${sql.table(table)} set ${set} where ${await keyOf(program, table)} = any(${keys}::text[])`.execute(
      db,
    );
  }
}

const young = await digestAll(program);
await age(old.names);
for (const name of added(young, await digestAll(program))) old.names.add(name);
await sql`update disuse_notice set erases_on = '2025-01-01' where erases_on < '2999-01-01'`.execute(db);
await settle();
let before: Digests = await digestAll(program);
const atStart = new Set(before.keys());

/** What an operation on some rows has done since the last look: to these, and to everybody else. */
async function look(own: ReadonlySet<string>, changes: readonly string[] = []) {
  await settle();
  const after = await digestAll(program);
  const rest = [...atStart].filter((name) => before.has(name) && !own.has(name) && !mayChange(name, changes));
  const found = {
    harmed: differing(rest, before, after),
    done: differing(own, before, after),
    added: added(before, after),
  };
  before = after;
  return found;
}

test('everybody else has a row in every table, and a file in every folder', async () => {
  const filled = new Set([...others.names].map(tableOf));
  expect((await tableNames(program)).filter((table) => !filled.has(table) && !emptyBefore.includes(table))).toEqual([]);
  const files = [...others.names].filter((name) => tableOf(name) === 'file').map((name) => name.split(/[ /]/)[1]);
  expect(new Set(files)).toEqual(new Set(folders.filter((folder) => folder !== 'academy')));
});

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

test('every call of the contract that ends something is made', () => {
  const made = new Set<Call>([...operations.map(({ of }) => of), ...elsewhere.keys()]);
  const ending = program.endpoints.filter(
    ({ name, call: { method } }) => method !== 'GET' && !adding.has(/^[a-z]+/.exec(name)?.[0] ?? ''),
  );
  expect(ending.length).toBeGreaterThan(40);
  expect(ending.flatMap(({ call: one }) => (made.has(one) ? [] : [nameOf(one)]))).toEqual([]);
});

// shows: threats/trace-of-erased-person
describe('an operation on one thing leaves every other thing as it is:', () => {
  test.each(operations.map((one) => [nameOf(one.of), one] as const))('%s', async (_, { run, changes }) => {
    const { status, body } = await run();
    expect([status < 300, body]).toEqual([true, body]);
    const { harmed, done, added: more } = await look(subject.names, changes);
    expect(harmed).toEqual([]);
    expect(done.length + more.length).toBeGreaterThan(0);
  });
});

/** What is over by now: the old, and what was done to the subject. */
const isOver = new Set([...old.names, ...subject.names]);

async function runJob(kind: string) {
  await transaction(db, (tx) => enqueue(tx, kind, {}));
  await worker.drain();
  const failed = db.selectFrom('job').select('lastError').where('kind', '=', kind).where('doneAt', 'is', null);
  expect(await failed.execute()).toEqual([]);
}

/** Steps of housekeeping that delete nothing. */
const notes = ['noteAcademy', 'listWaitingDeletions', 'noteSweep', 'sweep'];
/**
 * For each other step, a table from which it deletes rows that are years old, or in which it changes them.
 */
const steps: Readonly<Record<string, string>> = {
  sweepLimits: 'rate_limit',
  sweepJobs: 'job',
  sweepMailFolder: 'mail',
  sweepFiles: 'stored_file',
};
/** The same for each sweep of a feature. */
const ofFeatures: Readonly<Record<string, readonly string[]>> = {
  accounts: ['session', 'one_time_code', 'invitation', 'passkey_challenge'],
  'single-sign-on': ['sign_on'],
  assessments: ['question_picture'],
  'people-import': ['people_import'],
  'inspection-packs': ['inspection_pack'],
};

test('housekeeping leaves what is not over as it is, in every step', async () => {
  const source = await readFile(join(import.meta.dirname, '../program/housekeeping.ts'), 'utf8');
  const called = [...source.matchAll(/await (\w+)\(/g)].map(([, step = '']) => step);
  expect(called.filter((step) => !notes.includes(step))).toEqual(Object.keys(steps));
  const counts = Object.entries(ofFeatures).map(([name, of]) => [name, of.length]);
  expect(features.flatMap(({ name, sweeps }) => (sweeps ? [[name, sweeps.length]] : []))).toEqual(counts);
  await runJob(housekeepingJob);
  const { harmed, done } = await look(isOver);
  expect(harmed).toEqual([]);
  const touched = new Set(done.map((line) => line.split(' ')[1]));
  const wanted = [...Object.values(steps), ...Object.values(ofFeatures).flat()];
  expect(wanted.filter((table) => !touched.has(table) && table !== 'mail')).toEqual([]);
});

/** For each kind of retention, the tables from which it deletes, or in which it changes, rows that are years old. */
const retained: Readonly<Record<RetentionKind, readonly string[]>> = {
  dormantAccounts: ['account', 'enrolment'],
  unverifiedRegistrations: ['account', 'registration'],
  refusedRegistrations: ['account'],
  identityDocuments: ['seafarer_profile', 'stored_file'],
  contactMessages: ['contact_message', 'contact_answer'],
  networkAddresses: ['audit_event', 'share_opening'],
};
const never = Object.fromEntries(Object.keys(retained).map((kind) => [kind, null])) as Record<RetentionKind, null>;
/** Without it, the warnings of everybody would be withdrawn. */
const always = { dormantAccounts: 24 };

describe('retention of some rows leaves every other row as it is:', () => {
  test.each(Object.entries(retained))('%s', async (kind, tables) => {
    const saved = await call(settings.saveRetention, { body: { ...never, ...always, [kind]: 24 } }, admin);
    expect(saved.status).toBe(200);
    await runJob(retentionJob);
    const { harmed, done } = await look(isOver, ['academy_settings']);
    expect(harmed).toEqual([]);
    const touched = new Set(done.map((line) => line.split(' ')[1]));
    expect(tables.filter((table) => !touched.has(table))).toEqual([]);
  });
});

describe('a recurring job leaves every row of an academy in which nothing is due as it is:', () => {
  const others = [housekeepingJob, retentionJob];
  test.each(worker.recurringKinds.filter((kind) => !others.includes(kind)))('%s', async (kind) => {
    await runJob(kind);
    expect((await look(isOver)).harmed).toEqual([]);
  });
});

test('a move of the files to another place and back leaves every row and file as it is', async () => {
  const { files, config } = program;
  const other = folderStore(join(config.dataDir, 'other'), folders);
  const means = { rowOf: rowsIn(db).find, vault: config.secrets.vault, scratch: files.incoming };
  const there = await moveFiles({ ...means, from: files.store, to: other });
  expect(there).toMatchObject({ damaged: [], gone: [] });
  const now = await digestAll({ db, files: { ...files, store: other } });
  expect(differing(before.keys(), before, now)).toEqual([]);
  await moveFiles({ ...means, from: other, to: files.store });
  expect(differing(before.keys(), before, await digestAll(program))).toEqual([]);
});
