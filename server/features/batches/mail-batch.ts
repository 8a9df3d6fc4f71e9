import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { EmailTemplate } from '../../platform/mail/email-template.ts';
import { sendEmail } from '../academy/send-email.ts';
import { fullName } from '../accounts/full-name.ts';
import { type Days, daysInWords } from './rules.ts';

type Person = { email: string; firstName: string; lastName: string };
type BatchFacts = Days & { courseTitle: string; startsAt: string; endsAt: string; venue: string };

/** What the emails about a batch say of it. */
type Placeholder = 'name' | 'course' | 'dates' | 'times' | 'venue';

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
  for (const person of people) {
    const values = {
      name: fullName(person),
      course: batch.courseTitle,
      dates: daysInWords(batch),
      times: `${batch.startsAt} to ${batch.endsAt}`,
      venue: batch.venue,
      ...more,
    } as Record<Placeholder | More, string>;
    await sendEmail(tx, config, kind, { to: person.email, values, url: `${config.publicUrl}/UserCource` });
  }
}
