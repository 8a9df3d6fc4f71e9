import { isDeepStrictEqual } from 'node:util';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { among } from '../../platform/db/among.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { inParts } from '../../platform/db/in-parts.ts';
import { takeTurn } from '../../platform/db/take-turn.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { makeInvited, type Prefix, unknownPassword } from '../accounts/index.ts';
import { lockBatches } from '../batches/index.ts';
import { type Answers, enrolNewcomers, enrolWithin, listOpenFacts } from '../enrolments/index.ts';
import { enterParticulars, hasAny } from '../seafarers/index.ts';
import { mailImportJob } from './mail-import.ts';
import { distinct, findFacts, listHeldBatches, noSuchImport, storeRows } from './queries.ts';
import { enrolmentKey, type Judgement, judgeRows } from './rules.ts';

type Confirming = {
  importId: string;
  /** Whether staff have checked what the rows say is to be checked. */
  checked: boolean;
  actorId: string;
  ip: string;
};

/**
 * Confirms an import: judges its rows again, and stores all that they make in one transaction. A job sends the emails
 * afterwards. Idempotent.
 *
 * @throws AppError `not-found`; `not-eligible` where something is to be checked, and was not; `stale` where rows have
 * changed since the preview: nothing is made then, and the import shows the rows as they are now.
 */
export async function confirmImport(platform: Platform, confirming: Confirming): Promise<void> {
  const passwordHash = await unknownPassword();
  const changed = await transaction(platform.db, (tx) => confirmWithin(tx, platform, { ...confirming, passwordHash }));
  if (changed === 0) return;
  const rows = changed === 1 ? '1 row has' : `${groupDigits(changed)} rows have`;
  throw new AppError('stale', `${rows} changed since you checked the list. Nothing was stored. Please check it again.`);
}

/** Makes what the import plans, or writes down which rows have changed and returns their number. */
async function confirmWithin(
  tx: Tx,
  platform: Platform,
  { importId, checked, actorId, ip, passwordHash }: Confirming & { passwordHash: string },
): Promise<number> {
  const now = platform.clock();
  const confirmed = await tx
    .selectFrom('peopleImport')
    .select('confirmedAt')
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  if (!confirmed) throw noSuchImport();
  if (confirmed.confirmedAt) return 0;
  // what another import enters at this moment, such as the same passport number, is judged too
  await takeTurn(tx, 'confirm-import');
  const rows = await listPlanned(tx, importId);
  const changed = await judgeAgain(tx, platform, rows);
  if (changed.length > 0) {
    await storeRows(
      tx,
      changed.map(({ id, judged }) => ({ ...judged, id })),
    );
    return changed.length;
  }
  const making = { actorId, ip, now };
  const newcomers = rows.filter(({ outcome }) => outcome === 'new');
  // a readable row has passed the check of its title
  const invited = newcomers.map((row) => ({ ...row, prefix: row.prefix as Prefix }));
  const accountOf = await makeInvited(tx, invited, { ...making, passwordHash });
  // somebody has proved an email address in this moment
  if (accountOf.size < newcomers.length) {
    throw new AppError('stale', 'Somebody in the list has just signed up. Please try again.');
  }
  const people = rows
    .filter(({ outcome }) => outcome !== 'unchanged')
    .map((row) => ({ ...row, accountId: row.accountId ?? accountOf.get(row.email) ?? '' }));
  for (const some of inParts(people.filter(hasAny))) {
    await enterParticulars(tx, some, { enteredBy: actorId, enteredAt: now });
  }
  // at the same moment as the import, by which an undo recognizes an enrolment that nobody has changed
  const enrolmentOf = await enrolPeople(tx, { ...platform, clock: () => now }, people, {
    ...making,
    answers: { checked },
  });
  await noteMade(tx, people, { enrolmentOf, now });
  await tx
    .updateTable('peopleImport')
    .set({ confirmedAt: now, confirmedBy: actorId })
    .where('id', '=', importId)
    .execute();
  await enqueue(tx, mailImportJob, { importId }, { key: `${mailImportJob}:${importId}` });
  const subject = { kind: 'people-import', id: importId };
  const details = { accounts: accountOf.size, enrolments: people.filter(({ courseId }) => courseId).length };
  await appendAudit(tx, { actorId, action: 'people.import', subject, details, ip });
  return 0;
}

/** The rows that are not refused. */
const listPlanned = (tx: Tx, importId: string) =>
  tx
    .selectFrom('peopleImportRow')
    .selectAll()
    .where('importId', '=', importId)
    .where('outcome', 'in', ['new', 'matched', 'unchanged'])
    .orderBy('row')
    .execute();
type Planned = Awaited<ReturnType<typeof listPlanned>>[number];

/**
 * Locks the batches and the people of the rows, in the order of all that takes seats, and judges the rows by what is
 * true now. Returns those of which another thing is true than the preview says.
 */
async function judgeAgain(tx: Tx, platform: Platform, planned: readonly Planned[]) {
  const accountIds = distinct(planned.map(({ accountId }) => accountId));
  const courseIds = distinct(planned.map(({ courseId }) => courseId));
  const held = await listHeldBatches(tx, accountIds, courseIds);
  await lockBatches(tx, [...held, ...distinct(planned.map(({ batchId }) => batchId))]);
  await tx.selectFrom('account').select('id').where(among('id', accountIds)).orderBy('id').forNoKeyUpdate().execute();
  const rows = planned.map((row) => ({ ...row, problem: null, notHeld: '' }));
  const judged = judgeRows(rows, await findFacts(tx, rows, platform));
  return planned.flatMap((row, n) => {
    const now = judged[n];
    return now && differs(row, now) ? [{ id: row.id, judged: now }] : [];
  });
}

const judgedFields = ['outcome', 'reason', 'accountId', 'courseId', 'batchId'] as const;
/** The reason of a new person is a note on what the file says, which nothing changes. */
const differs = (row: Pick<Planned, (typeof judgedFields)[number] | 'toCheck'>, judged: Judgement) =>
  judgedFields.some((field) => row[field] !== judged[field] && (field !== 'reason' || judged.outcome !== 'new')) ||
  !isDeepStrictEqual(row.toCheck, judged.toCheck);

type Making = { actorId: string; ip: string; now: Date };

type Person = Planned & { accountId: string };

/**
 * Enrols the people in the courses of their rows: those without an open enrolment at once, the others one by one.
 * Returns the enrolments that were made, by person and course.
 */
async function enrolPeople(
  tx: Tx,
  platform: Platform,
  people: readonly Person[],
  { answers, actorId, ip }: Making & { answers: Answers },
): Promise<Map<string, string>> {
  const asking = people.flatMap((person) => (person.courseId ? [{ ...person, courseId: person.courseId }] : []));
  const [ids, courseIds] = [asking.map(({ accountId }) => accountId), distinct(asking.map((one) => one.courseId))];
  const open = courseIds.length > 0 ? await listOpenFacts(tx, ids, courseIds) : [];
  const hasOne = new Set(open.map(({ accountId, courseId }) => enrolmentKey(accountId, courseId)));
  const isOpen = ({ accountId, courseId }: { accountId: string; courseId: string }) =>
    hasOne.has(enrolmentKey(accountId, courseId));
  const made = new Map<string, string>();
  const groups = Map.groupBy(
    asking.filter((one) => !isOpen(one)),
    ({ courseId, batchId }) => `${courseId} ${batchId}`,
  );
  for (const group of groups.values()) {
    const [{ courseId, batchId }] = group as [(typeof group)[number]];
    const enrolled = await enrolNewcomers(tx, platform, { courseId, batchId, people: group, answers, actorId, ip });
    for (const [accountId, id] of enrolled) made.set(enrolmentKey(accountId, courseId), id);
  }
  for (const one of asking.filter(isOpen)) {
    const { accountId, courseId, batchId, birthDate } = one;
    const person = { accountId, courseId, batchId: batchId ?? undefined, birthDate };
    await enrolWithin(tx, platform, { ...person, answers, actorId, ip });
  }
  return made;
}

/**
 * Writes down what was made of each row. Who is to get no email, or got one with the continued enrolment, counts as
 * mailed.
 */
async function noteMade(
  tx: Tx,
  people: readonly Person[],
  { enrolmentOf, now }: { enrolmentOf: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  for (const some of inParts(people)) {
    const enrolments = some.map(({ accountId, courseId }) => enrolmentOf.get(enrolmentKey(accountId, courseId ?? '')));
    const made = some.map((row, n) => ({
      id: row.id,
      account_id: row.accountId,
      enrolment_id: enrolments[n] ?? null,
      mailed: row.outcome === 'matched' && enrolments[n] === undefined,
    }));
    await sql`
      update people_import_row as row set account_id = made.account_id, enrolment_id = made.enrolment_id,
        mailed_at = case when made.mailed then ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
        as made(id uuid, account_id uuid, enrolment_id uuid, mailed boolean)
      where row.id = made.id`.execute(tx);
  }
}
