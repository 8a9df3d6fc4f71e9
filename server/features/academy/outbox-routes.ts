import { randomUUID } from 'node:crypto';
import { outbox } from '@fairlead/contract/academy/outbox';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/pagination.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { listGivenUp, takeUpAgain } from '../../platform/jobs/queries.ts';
import type { Post } from '../../platform/mail/post.ts';
import { Away } from '../../platform/outage.ts';
import type { Platform } from '../../platform/platform.ts';
import { testEmail } from './email-templates.ts';
import { getAcademy } from './queries.ts';
import { noteMailTested } from './save-settings.ts';
import { renderEmail } from './send-email.ts';
import { toFailedJob } from './wire.ts';

type Retrial = { id?: string; actorId: string; ip: string };

/** Retries jobs that were given up, and audits who asked for it. Returns the number of jobs. */
const retry = ({ db, clock }: Platform, { id, actorId, ip }: Retrial): Promise<number> =>
  transaction(db, async (tx) => {
    const taken = await takeUpAgain(tx, clock(), { id });
    for (const job of taken) {
      await appendAudit(tx, { actorId, action: 'job.retry', subject: { kind: 'job', id: job }, ip });
    }
    return taken.length;
  });

/** Routes for emails and other jobs that failed, and for sending a test email. */
export const outboxRoutes = (platform: Platform, post: Pick<Post, 'send'>) => {
  const { db, config } = platform;
  return serve(outbox, {
    listFailed: async ({ query }) => {
      const { rows, limit, total } = await listGivenUp(db, query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toFailedJob) }));
    },
    retry: async ({ actor, params, ip }) => {
      const taken = await retry(platform, { id: params.id, actorId: actor.accountId, ip });
      if (taken === 0) throw new AppError('done', 'This is already being tried again, or is done.');
      return { message: 'It is tried again now.' };
    },
    retryAll: async ({ actor, ip }) => {
      const taken = await retry(platform, { actorId: actor.accountId, ip });
      return { message: taken === 1 ? 'One is tried again now.' : `${taken} are tried again now.` };
    },
    sendTestMail: async ({ actor }) => {
      const { email: to } = await db
        .selectFrom('account')
        .select('email')
        .where('id', '=', actor.accountId)
        .executeTakeFirstOrThrow();
      const mail = await renderEmail(db, config, testEmail, { to, values: {} });
      try {
        await post.send({ id: randomUUID(), payload: mail });
      } catch (error) {
        const { message } = error as Error;
        const reason = error instanceof Away ? message : `The mail server says: ${message}`;
        throw new AppError('unavailable', `The email could not be sent. ${reason}`);
      }
      const { sendsEmail } = await getAcademy(db, config);
      if (sendsEmail) await noteMailTested(platform);
      const sent = sendsEmail ? `An email has been handed to the mail server for ${to}.` : undefined;
      return { message: sent ?? 'There is no mail server: the email was saved as a file in DATA_DIR/mail.' };
    },
  });
};
