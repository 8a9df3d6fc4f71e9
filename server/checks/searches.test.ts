import { outbox } from '@fairlead/contract/academy/outbox';
import { overview } from '@fairlead/contract/overview/calls';
import { ships } from '@fairlead/contract/ships/calls';
import { ExplainNode, type KyselyPlugin, SelectQueryNode, sql } from 'kysely';
import { expect, test } from 'vitest';
import { listLearners } from '../features/accounts/queries.ts';
import { listSubmittedAttempts } from '../features/assessments/attempts/queries.ts';
import { passesUnderReview } from '../features/assessments/corrections/under-review-queries.ts';
import { listAssessments } from '../features/assessments/queries.ts';
import { listAudit } from '../features/audit/queries.ts';
import { makeCertificateNumber } from '../features/certificates/certificate-number.ts';
import { listRegister } from '../features/certificates/register/queries.ts';
import { listCourses } from '../features/courses/queries.ts';
import { listRequests } from '../features/enrolments/queries.ts';
import { listBills } from '../features/fees/bills/list-bills.ts';
import { listDocuments } from '../features/fees/document-queries.ts';
import { listPayments } from '../features/fees/ledger-queries.ts';
import { listProofs } from '../features/fees/proof-queries.ts';
import { listFees } from '../features/fees/queries.ts';
import { listProfiles, sameNumbersOf } from '../features/seafarers/queries.ts';
import { listLearners as listCourseLearners } from '../features/training/learner-queries.ts';
import { type Queryable, transaction } from '../platform/db/database.ts';
import { actorOf } from '../platform/http/access.ts';
import { createLog } from '../platform/http/log.ts';
import { dueJobs } from '../platform/jobs/queries.ts';
import { buildApp } from '../program/app.ts';
import { testApp } from '../testing/app.ts';
import { listsAmong } from './testing/lists.ts';

const program = await testApp();
const { db } = program;

const timeZone = 'Asia/Kolkata';
const today = '2026-11-20';
const after = '00000000-0000-7000-8000-000000000000';

/** Makes the database explain queries instead of executing them, and collects the plans. */
const explaining = (plans: string[]): KyselyPlugin => ({
  transformQuery: ({ node }) =>
    SelectQueryNode.is(node) ? { ...node, explain: ExplainNode.create(undefined, undefined) } : node,
  transformResult: async ({ result }) => {
    plans.push(...result.rows.map((row) => String(Object.values(row)[0])));
    return result;
  },
});

type List = (db: Queryable) => Promise<{ rows: readonly unknown[] }>;

const done = new Error('the plan is known');

/**
 * The database's plan for a list with some plan types disabled and some equivalent indexes dropped, because with few
 * rows the planner could choose any of them. All changes are rolled back.
 */
async function planOf(list: List, without: readonly string[], indexes: readonly string[] = []): Promise<string> {
  const plans: string[] = [];
  const explained = transaction(db, async (tx) => {
    for (const way of without) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
    for (const index of indexes) await sql`drop index ${sql.ref(index)}`.execute(tx);
    await list(tx.withPlugin(explaining(plans)));
    throw done;
  });
  await expect(explained).rejects.toBe(done);
  return plans.join('\n');
}

const admin = actorOf({ accountId: after, sessionId: after, role: 'admin' });

/**
 * The plans of a search for a text in every list of the contract, and in all that `find` reads, by path. Without these
 * plan types and indexes, only an index scan by the search condition avoids reading a whole table.
 */
async function plansOfSearches(q: string): Promise<Map<string, string>> {
  const plans = new Map<string, string>();
  const explained = transaction(db, async (tx) => {
    for (const way of ['seqscan', 'indexscan', 'indexonlyscan'])
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
    const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name
      from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
      where not indisunique and amname <> 'gin' and relnamespace = 'public'::regnamespace`.execute(tx);
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(tx);
    const lines: string[] = [];
    const { app, endpoints } = await buildApp(
      { ...program, db: tx.withPlugin(explaining(lines)) },
      createLog('silent'),
    );
    const several = endpoints.filter(({ call }) => call.path === overview.find.path);
    for (const { call, handle } of [...listsAmong(endpoints), ...several]) {
      lines.length = 0;
      const request = { actor: admin, params: { id: after }, query: { q }, body: undefined, files: undefined };
      // it has plans in place of rows, from which it can make no response
      await Promise.allSettled([handle({ ...request, ip: '', userAgent: undefined })]);
      plans.set(call.path, lines.join('\n'));
    }
    await app.close();
    throw done;
  });
  await expect(explained).rejects.toBe(done);
  return plans;
}

// An index on a different expression than the query's is useless, and only the plan shows it. A filter of a join may
// check again what an index has found.
test.each([
  ['a word', 'nair', /Index Cond: .*~~\*/, /^ *Filter: .*~~\*/m],
  ['two letters', 'na', /Index Cond: .* ~\* /, /^ *Filter: .* ~\* /m],
  ['two letters of another script', 'आश', /Index Cond: .*~~\*/, /^ *Filter: .*~~\*/m],
  ['a Chinese name', '王伟', /Index Cond: \(search_signs\(.*@> /, /^ *Filter: \(+search_signs/m],
  ['one sign', '伟', /Index Cond: \(search_signs\(.*@> /, /^ *Filter: \(+search_signs/m],
  ['no letter', '。。。', /One-Time Filter: false/, /~~\*/],
])('the search of every list for %s can use an index', async (_, q, byIndex, byFilter) => {
  const plans = await plansOfSearches(q);
  plans.delete(outbox.listFailed.path); // it has no search
  plans.delete(ships.list.path); // a company has few
  expect(plans.size).toBeGreaterThan(12);
  expect(plans.get(overview.find.path)?.match(/Bitmap Heap Scan|Bitmap Index Scan/g)?.length).toBeGreaterThan(10);
  const wrong = [...plans].filter(([, plan]) => !byIndex.test(plan) || byFilter.test(plan));
  expect(wrong).toEqual([]);
});

test('the audit of the people found is looked up by its index', async () => {
  const plan = await planOf((of) => listAudit(of, { q: 'nair' }, timeZone), ['seqscan', 'indexscan', 'indexonlyscan']);
  expect(plan).toContain('Bitmap Index Scan on audit_event_actor');
});

test('accounts with the same number are found by the index of that number', async () => {
  const plan = await transaction(db, async (tx) => {
    for (const way of ['seqscan', 'bitmapscan']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`explain ${sameNumbersOf([after])}`.execute(tx);
    return rows.flatMap((row) => Object.values(row)).join('\n');
  });
  for (const index of ['seafarer_profile_passport_key', 'seafarer_profile_indos_key'])
    expect(plan).toContain(`Index Scan using ${index} on seafarer_profile one`);
});

const orders: [string, List, string][] = [
  ['people', (of) => listLearners(of, 'approved', { sort: 'name', after, timeZone }), 'account_by_name'],
  ['profiles', (of) => listProfiles(of, { sort: 'name', after }), 'seafarer_profile_by_name'],
  ['courses', (of) => listCourses(of, 'all', { sort: 'title', after }), 'course_by_title'],
];

// Without its index, the whole list would be sorted again for every page.
test.each(orders)('%s by name start in the index, at the last row of the previous page', async (_, list, index) => {
  const plan = await planOf(list, ['seqscan', 'bitmapscan', 'sort']);
  expect(plan).toMatch(new RegExp(`Index Scan using ${index} on .*\\n +Index Cond: \\(ROW\\(`));
  expect(plan).not.toContain('Sort Key');
});

const some = { from: '2026-09-01', to: '2026-09-30', after };
const ofSomeDays: typeof orders = [
  ['people', (of) => listLearners(of, 'approved', { ...some, timeZone }), 'account_registered'],
  ['requests', (of) => listRequests(of, { ...some, timeZone }), 'enrolment_requested'],
  ['results', (of) => listSubmittedAttempts(of, 'all', { ...some, timeZone }), 'attempt_submitted_on'],
  ['the audit', (of) => listAudit(of, some, timeZone), 'audit_event_at'],
  ['open fees', (of) => listFees(of, { ...some, timeZone }), 'fee_open_charged'],
  ['settled fees', (of) => listFees(of, { ...some, state: 'settled', timeZone }), 'fee_settled_charged'],
  ['payments', (of) => listPayments(of, some), 'fee_entry_money_on'],
  ['documents of fees', (of) => listDocuments(of, some), 'fee_document_issued_on'],
  ['registrations', (of) => listLearners(of, 'waiting', { ...some, timeZone }), 'account_awaiting_registered'],
  [
    'certificates to be renewed soon',
    (of) => listRegister(of, { state: 'expires-soon', after }, today),
    'certificate_renewal',
  ],
  [
    'certificates that have expired',
    (of) => listRegister(of, { state: 'expired', after }, today),
    'certificate_expiry',
  ],
  ['certificates', (of) => listRegister(of, { expiresFrom: today, after }, today), 'certificate_last_day'],
];

// With the order by id, all rows of those days would be sorted for each page, or all later rows would be scanned.
test.each(ofSomeDays)('%s of some days use an index on the day', async (_, list, index) => {
  const plan = await planOf(list, ['seqscan', 'bitmapscan', 'sort']);
  expect(plan).toMatch(new RegExp(`Index Scan (Backward )?using ${index} on .*\\n +Index Cond: .*ROW\\(`));
  expect(plan).not.toContain('Sort Key');
});

const course = after;
const narrowed: typeof orders = [
  ['the approved', (of) => listLearners(of, 'approved', { after, timeZone }), 'account_admitted'],
  ['the invited', (of) => listLearners(of, 'approved', { state: 'invited', after, timeZone }), 'account_invited'],
  ['open fees', (of) => listFees(of, { after, timeZone }), 'fee_open'],
  ['bills to pay', (of) => listBills(of, { after, today }), 'fee_bill_line_unpaid'],
  ['settled fees', (of) => listFees(of, { state: 'settled', after, timeZone }), 'fee_settled'],
  ['payments', (of) => listPayments(of, { after }), 'fee_entry_money'],
  ['payments by cheque', (of) => listPayments(of, { method: 'cheque', after }), 'fee_entry_money_by_method'],
  ['refunds', (of) => listPayments(of, { kind: 'refunded', after }), 'fee_entry_money_by_kind'],
  ['credit notes', (of) => listDocuments(of, { kind: 'credit-note', after }), 'fee_document_kind'],
  ['proofs that wait', (of) => listProofs(of, { after }), 'fee_proof_state'],
  ['the requests for a course', (of) => listRequests(of, { course, after, timeZone }), 'enrolment_pending_of_course'],
  [
    'declined requests',
    (of) => listRequests(of, { state: 'declined', after, timeZone }),
    'enrolment_declined_in_order',
  ],
  [
    'the declined requests for a course',
    (of) => listRequests(of, { state: 'declined', course, after, timeZone }),
    'enrolment_declined_of_course',
  ],
  [
    'the results of a course',
    (of) => listSubmittedAttempts(of, 'all', { course, after, timeZone }),
    'attempt_submitted_of_course',
  ],
  [
    'failed results',
    (of) => listSubmittedAttempts(of, 'all', { result: 'failed', after, timeZone }),
    'attempt_result_failed',
  ],
  [
    'passed results',
    (of) => listSubmittedAttempts(of, 'all', { result: 'passed', after, timeZone }),
    'attempt_result_passed',
  ],
  [
    'the failed results of a course',
    (of) => listSubmittedAttempts(of, 'all', { course, result: 'failed', after, timeZone }),
    'attempt_result_of_course',
  ],
  [
    'results that look like guessing',
    (of) => listSubmittedAttempts(of, 'all', { guessing: 'signs', after, timeZone }),
    'attempt_guessed',
  ],
  [
    'those of a course',
    (of) => listSubmittedAttempts(of, 'all', { course, guessing: 'signs', after, timeZone }),
    'attempt_guessed_of_course',
  ],
  [
    'tests that can be guessed',
    (of) => listAssessments(of, 'all', { guessing: 'possible', after }),
    'assessment_guessable',
  ],
];

// With another index, all newer rows would be scanned, however few of them match.
test.each(narrowed)('%s use their own index', async (_, list, index) => {
  const ofOthers = narrowed.map(([, , other]) => other).filter((other) => other !== index);
  const plan = await planOf(list, ['seqscan', 'bitmapscan', 'sort'], ofOthers);
  expect(plan).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index} on `));
});

// Where few fees of a course match, each row of its enrolments would be read before the first page is known.
test('the fees of a course are chosen in indexes alone', async () => {
  const plan = await planOf((of) => listFees(of, { course, after, timeZone }), ['seqscan', 'bitmapscan', 'sort']);
  expect(plan).toContain('Index Only Scan using enrolment_course on enrolment');
  expect(plan).toMatch(/Index Only Scan using fee_\w+ on fee/);
});

// Those who have not come so far are passed over, which may be all of the last months.
test.each([
  ['completed training', { training: 'completed' }, 'all', 'training_completion_pkey on training_completion'],
  ['a failed test', { result: 'failed' }, 'all', 'attempt_submitted_of_enrolment on attempt'],
  [
    'one, for an instructor',
    { result: 'failed' },
    { instructorId: after },
    'attempt_submitted_of_enrolment on attempt',
  ],
] as const)('the learners of a course with %s are chosen in indexes alone', async (_, query, scope, probed) => {
  const list: List = (of) => listCourseLearners(of, course, { ...query, timeZone, scope, mayCharge: false });
  const plan = await planOf(list, ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'], ['enrolment_course']);
  expect(plan).toMatch(/Index Only Scan (Backward )?using enrolment_approved_of_course on enrolment/);
  expect(plan).toMatch(new RegExp(`Index Only Scan (Backward )?using ${probed}`));
});

// With an index on the time alone, all jobs due at the same time would be read and sorted for each job that is claimed.
test('jobs are claimed in the order of one index', async () => {
  const due = dueJobs({ kinds: ['send-mail'], alone: ['prepare'], now: new Date(), most: 4 });
  const plan = await transaction(db, async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort'])
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`explain ${due}`.execute(tx);
    return rows.flatMap((row) => Object.values(row)).join('\n');
  });
  expect(plan).toContain('Index Scan using job_due on job');
  // the few that were found, and none of those that wait
  expect(plan.match(/Sort Key|Presorted/g)).toEqual(['Sort Key']);
});

// Nearly all certificates share trigrams with any email address or certificate number, so those do not narrow the
// search.
test('complete numbers and emails are looked up in the certificate register by index', async () => {
  const plan = await planOf((of) => listRegister(of, { q: 'asha@ship.example' }, today), ['seqscan', 'bitmapscan']);
  expect(plan).toContain('certificate_address on certificate');
  const number = makeCertificateNumber('FMA', 2026);
  expect(await planOf((of) => listRegister(of, { q: number }, today), ['seqscan', 'bitmapscan'])).toContain(
    'Index Scan using certificate_number_key on certificate',
  );
});

// There are only ever few results under review, and the overview lists them: only their certificates may be read.
test('results under review find their certificates by an index', async () => {
  const doubted: List = async (of) => ({ rows: await passesUnderReview(of).select('attempt.id').execute() });
  const ofOthers = ['certificate_status', 'certificate_state_of_course'];
  const plan = await planOf(doubted, ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'], ofOthers);
  expect(plan).toContain('Index Scan using certificate_attempt on certificate');
});
