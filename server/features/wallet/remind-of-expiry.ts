import { dayInWords } from '@fairlead/contract/values/dates';
import type { DocumentKind } from '@fairlead/contract/wallet/wallet-kinds';
import { type CalendarDate, dayAt, daysUntil } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { documentsEndEmail, expiryEmail, refresherEmail } from './email-templates.ts';
import { type DueRow, type EndingRow, listDue } from './held-documents.ts';
import { kindsByCode } from './kinds/queries.ts';
import { findRenewals, type Renewal, reminderDays } from './renewals.ts';
import { titleOf } from './wire.ts';

const atOnce = 200;

type Dependencies = Pick<Platform, 'db' | 'config' | 'clock'>;
type Day = {
  today: CalendarDate;
  kinds: ReadonlyMap<string, DocumentKind>;
  renewalOf: (document: EndingRow) => Renewal | undefined;
};

/**
 * Emails people before the end of their documents, or before a refresher is due, with the way to the renewal: one email
 * for all that are due on a day. Idempotent: each notice is sent once for a last day. A notice that was missed because
 * the program did not run is sent until the next one is due.
 */
export async function remindOfExpiry(dependencies: Dependencies): Promise<void> {
  const { db, clock, config } = dependencies;
  const today = dayAt(clock(), config.timeZone);
  const find = await findRenewals(db, today);
  const renewalOf = ({ courseId, kind }: EndingRow) => find({ courseId, qualification: kind });
  const day: Day = { today, kinds: await kindsByCode(db), renewalOf };
  let cursor: EndingRow | undefined;
  do {
    const due = await listDue(db, { today, steps: reminderDays }, { cursor, take: atOnce });
    for (const accountId of new Set(due.map((one) => one.accountId))) await remind(dependencies, accountId, day);
    cursor = due.length === atOnce ? due.at(-1) : undefined;
  } while (cursor);
}

/** Sends a person the notices that are due today, unless another run does at this moment. */
async function remind(
  { db, config, clock }: Dependencies,
  accountId: string,
  { today, kinds, renewalOf }: Day,
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
    const due = await listDue(tx, { today, steps: reminderDays }, { cursor: undefined, take: atOnce, accountId });
    const noted: DueRow[] = [];
    for (const document of due) if (await note(tx, document, clock())) noted.push(document);
    const [first, ...others] = noted;
    if (!first) return;
    const { email: to, number, lastDay } = first;
    const dueAt = clock();
    const name = fullName(first);
    const days = String(daysUntil(lastDay, today));
    const renewal = renewalOf(first);
    if (others.length === 0 && first.source === 'certificate' && renewal) {
      const values = { name, course: first.title, number, lastDay: dayInWords(lastDay), days };
      const template = first.isRefresherDue ? refresherEmail : expiryEmail;
      const url = `${config.publicUrl}/courses/${renewal.courseId}`;
      const filled = { ...values, renewal: renewalInWords(renewal) };
      await sendEmail(tx, config, template, { to, values: filled, url, dueAt });
      return;
    }
    const lines = [first, ...others].map((one) => lineOf(one, { today, kinds, renewal: renewalOf(one) }));
    const document = others.length === 0 ? titleOf(first, kinds) : `${others.length + 1} documents`;
    const values = { name, document, days, documents: lines.join('\n') };
    await sendEmail(tx, config, documentsEndEmail, { to, values, url: `${config.publicUrl}/documents`, dueAt });
  });
}

/** Records a notice, in the transaction of its email. Returns whether it was not sent before. */
async function note(tx: Tx, { id, accountId, source, lastDay, days }: DueRow, sentAt: Date): Promise<boolean> {
  if (source === 'certificate') {
    // the released version, which may still run, does not lock the account
    const notice = tx.insertInto('expiryNotice').values({ certificateId: id, days, sentAt });
    const added = await notice
      .onConflict((conflict) => conflict.doNothing())
      .returning('certificateId')
      .executeTakeFirst();
    return added !== undefined;
  }
  await tx.insertInto('documentNotice').values({ accountId, documentId: id, lastDay, days, sentAt }).execute();
  return true;
}

type Line = Pick<Day, 'today' | 'kinds'> & { renewal: Renewal | undefined };

/** A document in an email: what it is, without its number, when it ends, and the way to the renewal. */
function lineOf(document: EndingRow, { today, kinds, renewal }: Line): string {
  const { lastDay, isRefresherDue } = document;
  const ends = isRefresherDue ? 'refresher due by' : 'valid until';
  const left = daysUntil(lastDay, today);
  const course = renewal?.title ? ` Course: ${renewal.title}.${nextBatch(renewal)}` : '';
  return `${titleOf(document, kinds)}: ${ends} ${dayInWords(lastDay)}, in ${left} days.${course}`;
}

const nextBatch = ({ firstDay }: Renewal) => (firstDay ? ` The next batch begins on ${dayInWords(firstDay)}.` : '');

/** The way to the renewal of a certificate, in sentences. */
function renewalInWords(renewal: Renewal): string {
  const next = nextBatch(renewal);
  if (renewal.isRefresher) return `The refresher course is ${renewal.title}.${next}`;
  return `You can take the course again. The new certificate will replace this one.${next}`;
}
