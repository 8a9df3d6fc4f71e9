import { join } from 'node:path';
import { getSender } from '../../server/features/academy/queries.ts';
import type { JobHandler } from '../../server/platform/jobs/worker.ts';
import type { Mail } from '../../server/platform/mail/compose.ts';
import { createPost } from '../../server/platform/mail/post.ts';
import type { Platform } from '../../server/platform/platform.ts';

export type Mailbox = {
  /** Handles the mail jobs. */
  take: JobHandler;
  /** The newest code that was sent to an email address. */
  codeFor: (email: string) => string;
  /** The number of emails that were written to files. */
  written: () => number;
};

/** How long the server keeps email files, in milliseconds. */
const kept = 7 * 24 * 3_600_000;

/**
 * The destination of the demo's email. The recipients are invented, so none is sent, whatever SMTP_URL says. Email of
 * the last week is written to files, as it is without a mail server, so that anyone can look at it. Older email would
 * have been removed by now and is dropped.
 */
export function createMailbox({ db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>, today: Date): Mailbox {
  const folder = join(config.dataDir, 'mail');
  const post = createPost({
    mailServer: async () => undefined,
    sender: () => getSender(db, config),
    // The demo's academy has no logo.
    logo: async () => undefined,
    folder,
    clock,
    log: { info: () => {} },
  });
  const codes = new Map<string, string>();
  let written = 0;
  return {
    async take(job) {
      const { to, text } = job.payload as unknown as Mail;
      const code = /^ +(\d{6})$/m.exec(text)?.[1];
      if (code) codes.set(to, code);
      if (today.getTime() - clock().getTime() > kept) return;
      await post.send(job);
      written += 1;
    },
    codeFor(email) {
      const code = codes.get(email);
      if (!code) throw new Error(`No code was mailed to ${email}`);
      return code;
    },
    written: () => written,
  };
}
