import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RetentionKind, settings } from '@fairlead/contract/academy/settings';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { coursePreview } from '@fairlead/contract/course-preview/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { packages } from '@fairlead/contract/packages/calls';
import type { Call } from '@fairlead/contract/platform/call';
import { ships } from '@fairlead/contract/ships/calls';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { training } from '@fairlead/contract/training/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { givePassword } from '../features/accounts/testing/owners.ts';
import { switchFeesOn } from '../features/fees/testing/fees.ts';
import { crewDesk } from '../features/people-import/testing/crew-desk.ts';
import { retentionJob } from '../features/personal-data/carry-out-retention.ts';
import { transaction } from '../platform/db/database.ts';
import { rowsIn } from '../platform/files/file-rows.ts';
import { folders } from '../platform/files/folders.ts';
import { moveFiles } from '../platform/files/move-files.ts';
import { folderStore } from '../platform/files/stores/folder-store.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { features } from '../program/features.ts';
import { housekeepingJob } from '../program/housekeeping.ts';
import { testApp } from '../testing/app.ts';
import { accountOperations } from './testing/everybody-else/account-operations.ts';
import { age } from './testing/everybody-else/age.ts';
import { courseOperations } from './testing/everybody-else/course-operations.ts';
import type { Desk } from './testing/everybody-else/desk.ts';
import { learnerOperations } from './testing/everybody-else/learner-operations.ts';
import { type Everything, furnishEverything } from './testing/everything.ts';
import { added, type Digests, differing, digestAll, tableNames } from './testing/rest-of-academy.ts';

// An operation on one thing leaves every other thing as it is: each row and each file of everybody else is the same
// after every operation that deletes, ends, undoes, replaces or withdraws something, and after every recurring job.

const program = await testApp();
const { call, db, worker, chainAppender } = program;
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
const emptyBefore = [
  ...[...shared, 'academy', 'academy_settings', 'question_sum', 'result_sum', 'signing_key'],
  // only on the computer of a ship
  ...['ship_box_state', 'ship_record', 'ship_section', 'ship_sitting'],
];
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

const staff = new Set((await digestAll(program)).keys());
const old = await furnished();
const subject = await furnished();
const others = await furnished();

const { of: s } = subject;
const crew = await crewDesk(program);
const desk: Desk = { program, s, admin, registrar, crew };
/** Each operation on the subject, in an order in which all are possible. */
const operations = [...learnerOperations(desk), ...courseOperations(desk), ...accountOperations(desk)];

/** Calls whose names say that they end something, and that are not made here. */
const elsewhere = new Map<Call, string>([
  [secondFactor.remove, 'deletes what the reset by an administrator deletes'],
  [overview.allowDeletion, 'deletes nothing: the sweep and retention do, later'],
  [singleSignOn.remove, 'the academy of this test has no login service'],
  [packages.replace, 'stores a version beside the others; the job that removes old ones is run here'],
  [coursePreview.removeSample, 'changes a setting; course-preview.test.ts counts all rows and files before and after'],
  [ships.exchange, 'credits records as the sync of a device does; ships.test.ts looks at another person'],
  [training.replaceFilmByUploaded, 'retires a film as the replacement by a form does'],
]);

/** How the names of writing calls begin that add something, or set one thing. All others are made here. */
const adding = new Set(
  (
    'accept activate add answer approve arrange ask assign attach begin change charge check choose commit confirm ' +
    'create decide duplicate enable enrol finish forgot grade invite issue judge list log login mark open place preview ' +
    'print publish read record refresh refund register release rename renew reopen reorder report request resend retry save ' +
    'secure send set share start submit sync upload verify waive'
  ).split(' '),
);

/** Rows of the desk's staff, which their own work changes. */
const mayChange = (name: string, changes: readonly string[]) =>
  staff.has(name) || [...shared, ...changes].includes(tableOf(name));

const young = await digestAll(program);
await age(program, old.names);
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
  const now = await digestAll({ db, files: { ...files, store: other } });
  expect(differing(before.keys(), before, now)).toEqual([]);
  expect(there).toMatchObject({ damaged: [], gone: [] });
  await moveFiles({ ...means, from: other, to: files.store });
  expect(differing(before.keys(), before, await digestAll(program))).toEqual([]);
});
