import type { Tx } from '../../platform/db/database.ts';
import type { EmailTemplate } from '../../platform/mail/email-template.ts';
import type { Config } from '../../settings/config.ts';
import { sendEmails } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { daysInWords, periodInWords } from './rules.ts';

type Person = { email: string; firstName: string; lastName: string };
type BatchFacts = Parameters<typeof daysInWords>[0] & Record<'courseTitle' | 'startsAt' | 'endsAt' | 'venue', string>;

/** The placeholders of the emails about a batch. */
type Placeholder = 'name' | 'course' | 'period' | 'dates' | 'times' | 'venue';

/**
 * Emails people about their batch, in the transaction that causes it.
 *
 * @param more the values of further placeholders of the template.
 */
export async function mailBatch<More extends string = never>(
  tx: Tx,
  config: Pick<Config, 'academyDefaults' | 'publicUrl'>,
  kind: EmailTemplate<Placeholder | More>,
  { people, batch, more }: { people: readonly Person[]; batch: BatchFacts; more?: Record<More, string> },
): Promise<void> {
  const facts = {
    course: batch.courseTitle,
    period: periodInWords(batch),
    dates: daysInWords(batch),
    times: `${batch.startsAt} to ${batch.endsAt}`,
    venue: batch.venue,
    ...more,
  };
  const emails = people.map((person) => {
    const values = { name: fullName(person), ...facts } as Record<Placeholder | More, string>;
    return { to: person.email, values, url: `${config.publicUrl}/UserCource` };
  });
  await sendEmails(tx, config, kind, emails);
}
