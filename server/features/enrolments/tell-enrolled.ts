import type { Tx } from '../../platform/db/database.ts';
import type { Posting } from '../../platform/mail/queue-mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { type AccountState, fullName, renewInvitation } from '../accounts/index.ts';
import { acceptanceEmail, enrolledEmail, invitationToCourseEmail } from './email-templates.ts';

type Learner = { accountId: string; email: string; firstName: string; lastName: string; state: AccountState };
type Telling = Pick<Posting, 'dueAt'> & {
  learner: Learner;
  /** As the email names it. */
  course: string;
  /** Whether they had asked for it. */
  isRequested?: boolean;
  actorId: string;
  ip?: string | undefined;
};

/**
 * Emails a person that staff have enrolled them. Somebody who has not chosen a password gets a new link of their
 * invitation with it, since they could not log in, and the earlier link may have expired. Nothing but the course is
 * said where they were invited within the last minutes.
 */
export async function tellEnrolled(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { learner, course, isRequested = false, actorId, ip, dueAt }: Telling,
): Promise<void> {
  const { accountId, email, firstName, state } = learner;
  if (state === 'invited') {
    const invitation = { template: invitationToCourseEmail, values: { name: firstName, course } };
    if (await renewInvitation(tx, platform, { accountId, email, actorId, ip, ...invitation })) return;
  }
  await sendEmail(tx, platform.config, isRequested ? acceptanceEmail : enrolledEmail, {
    to: email,
    values: { name: fullName(learner), course },
    url: `${platform.config.publicUrl}/UserCource`,
    ...(dueAt && { dueAt }),
  });
}
