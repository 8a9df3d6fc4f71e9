import type { ChecklistContent, EditionInput } from '@fairlead/contract/fit-to-join/checklists';
import { dayInWords } from '@fairlead/contract/values/dates';
import { appendAudit } from '../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { getChecklist, noSuchChecklist } from './queries.ts';
import { editionOn, runCases } from './rules.ts';

type By = { actorId: string; ip: string };
type Writing = By & { input: Omit<EditionInput, 'seen'> };

/**
 * Creates a checklist with its first edition.
 *
 * @returns its id.
 * @throws AppError `cases-fail` where test cases fail and it is not saved knowingly; `exists` for a name that another
 *   checklist has.
 */
export async function createChecklist(platform: Platform, { input, name, actorId, ip }: Writing & { name: string }) {
  const { db, clock } = platform;
  const failing = requireCases(input);
  return transaction(db, async (tx) => {
    const made = await tx
      .insertInto('checklist')
      .values({ name, createdBy: actorId, createdAt: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) {
      const message = 'Another checklist has this name';
      throw new AppError('exists', `${message}.`, { fields: { name: message } });
    }
    await insertEdition(tx, { checklistId: made.id, edition: 1, input, actorId, now: clock() });
    const details = { note: name, appliesFrom: input.appliesFrom, ...failing };
    const subject = { kind: 'checklist', id: made.id };
    await appendAudit(tx, { actorId, action: 'checklist.create', subject, details, ip });
    return made.id;
  });
}

/**
 * Adds an edition to a checklist. The earlier ones stay as they are.
 *
 * @throws AppError `not-found`; `stale` if somebody has added an edition since `seen`; `cases-fail` as above;
 *   `over` for an archived checklist, and `conflict` if it would begin before the edition that applies today, which
 *   would hide it.
 */
export async function addEdition(
  { db, clock, config }: Platform,
  { checklistId, seen, input, actorId, ip }: Writing & { checklistId: string; seen: number },
): Promise<void> {
  const failing = requireCases(input);
  const now = clock();
  await transaction(db, async (tx) => {
    const locked = tx.selectFrom('checklist').select('id').where('id', '=', checklistId).forUpdate();
    if (!(await locked.executeTakeFirst())) throw noSuchChecklist();
    const { name, archivedAt, editions } = await getChecklist(tx, checklistId);
    if (archivedAt) throw new AppError('over', 'This checklist is archived. Restore it first.');
    const newest = editions[0]?.edition ?? 0;
    if (newest !== seen) throw new AppError('stale', 'Somebody has changed this checklist after you opened it.');
    requireNotHidden(editionOn(editions, dayAt(now, config.timeZone)), input.appliesFrom);
    await insertEdition(tx, { checklistId, edition: newest + 1, input, actorId, now });
    const details = { edition: newest + 1, note: name, appliesFrom: input.appliesFrom, ...failing };
    const subject = { kind: 'checklist', id: checklistId };
    await appendAudit(tx, { actorId, action: 'checklist.edition', subject, details, ip });
  });
}

type Archiving = By & { checklistId: string; archived: boolean };

/**
 * Archives a checklist, so that nobody is judged by it any more, or restores it. Its editions stay. Idempotent.
 *
 * @throws AppError `not-found`.
 */
export async function setArchived(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { checklistId, archived, actorId, ip }: Archiving,
): Promise<void> {
  await transaction(db, async (tx) => {
    const changed = await tx
      .updateTable('checklist')
      .set({ archivedAt: archived ? clock() : null })
      .where('id', '=', checklistId)
      .where('archivedAt', archived ? 'is' : 'is not', null)
      .returning('name')
      .executeTakeFirst();
    if (!changed) return void (await getChecklist(tx, checklistId));
    const action = archived ? 'checklist.archive' : 'checklist.restore';
    const subject = { kind: 'checklist', id: checklistId };
    await appendAudit(tx, { actorId, action, subject, details: { note: changed.name }, ip });
  });
}

function requireNotHidden(current: { appliesFrom: CalendarDate } | undefined, appliesFrom: CalendarDate) {
  if (!current || appliesFrom >= current.appliesFrom) return;
  const message = `The edition of today applies from ${dayInWords(current.appliesFrom)}. Choose that day or a later one.`;
  throw new AppError('conflict', message, { fields: { appliesFrom: message } });
}

/** Runs the test cases; returns what of it belongs into the audit. */
function requireCases({ rows, cases, knowingly }: Writing['input']): { failing?: number } {
  const failing = runCases(rows, cases).flatMap(({ failures }, n) => (failures.length > 0 ? [{ n, failures }] : []));
  if (failing.length === 0) return {};
  if (knowingly) return { failing: failing.length };
  const fields = Object.fromEntries(failing.map(({ n, failures }) => [`cases.${n}.name`, `${failures.join('. ')}.`]));
  const count = failing.length === 1 ? 'A test case fails' : `${failing.length} test cases fail`;
  throw new AppError('cases-fail', `${count}. Nothing is saved yet.`, { fields });
}

type Edition = { checklistId: string; edition: number; input: ChecklistContent & { appliesFrom: CalendarDate } } & {
  actorId: string;
  now: Date;
};

const insertEdition = (tx: Tx, { checklistId, edition, input, actorId, now }: Edition) =>
  tx
    .insertInto('checklistEdition')
    .values({
      checklistId,
      edition,
      appliesFrom: input.appliesFrom,
      source: input.source,
      sourceDate: input.sourceDate,
      note: input.note,
      requirements: JSON.stringify(input.rows),
      cases: JSON.stringify(input.cases),
      createdBy: actorId,
      createdAt: now,
    })
    .execute();
