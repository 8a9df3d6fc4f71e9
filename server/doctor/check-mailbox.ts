import type { Config } from '../config.ts';
import { countWaiting } from '../platform/mail/mailbox.ts';
import { type Finding, fine, reasonOf, wrong } from './finding.ts';

/** How long the mail server may take to answer, in milliseconds. */
const patience = 10_000;

/**
 * Checks whether the mailbox for progress files can be opened, and counts the emails in it; nothing without a mailbox.
 */
export async function checkMailbox({ mailbox }: Pick<Config, 'mailbox'>): Promise<Finding[]> {
  if (!mailbox) return [];
  try {
    const waiting = await countWaiting(mailbox, { patience });
    return [
      fine(
        `The mailbox ${mailbox.address} can be read; ${waiting} ${waiting === 1 ? 'email waits' : 'emails wait'} in it`,
      ),
    ];
  } catch (error) {
    return [
      wrong(
        `${reasonOf(error)}.`,
        'Correct host, user, password or folder in MAILBOX_URL. What is sent meanwhile waits in the mailbox.',
      ),
    ];
  }
}
