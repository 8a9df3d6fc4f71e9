import { join } from 'node:path';
import { getSender } from '../../server/features/academy/queries.ts';
import type { JobHandler } from '../../server/platform/jobs/worker.ts';
import type { Mail } from '../../server/platform/mail/compose.ts';
import { createPost } from '../../server/platform/mail/post.ts';
import type { Platform } from '../../server/platform/platform.ts';

export type Letterbox = {
  /** Carries out the mail jobs. */
  take: JobHandler;
  /** The newest code that was mailed to an address. */
  codeFor: (email: string) => string;
  /** How many mails were written to files. */
  written: () => number;
};

/** How long the program keeps mail files, in milliseconds. */
const kept = 7 * 24 * 3_600_000;

/**
 * Where the mails of the demo end. Their addressees are invented, so none is sent, whatever SMTP_URL says. Those of
 * the last week become files, as mails do without a mail server: whoever looks around finds what people are written.
 * Older ones would have been removed by now and are dropped.
 */
export function createLetterbox(
  { db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>,
  today: Date,
): Letterbox {
  const folder = join(config.dataDir, 'mail');
  const post = createPost({
    smtpUrl: undefined,
    smtpTls: 'required',
    sender: () => getSender(db, config),
    // The demo's academy has none.
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
