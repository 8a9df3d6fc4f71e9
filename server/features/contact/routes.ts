import { contact } from '@fairlead/contract/contact/calls';
import { pageOf } from '../../platform/db/pagination.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { answerMessage, closeMessage, reopenMessage } from './change-message.ts';
import { getMessage, listAnswers, listMessages } from './queries.ts';
import { receiveMessage } from './receive-message.ts';
import { toMessage, toThread } from './wire.ts';

/** Routes for the contact page, and for the inbox of what visitors write there. */
export const contactRoutes = (platform: Platform) => {
  const { db, config } = platform;
  const present = async (id: string) => toThread(await getMessage(db, id), await listAnswers(db, id));
  return serve(contact, {
    send: async ({ body, ip }) => {
      await receiveMessage(platform, { ...body, ip });
      return { message: 'Thank you. Your message has been sent to the academy.' };
    },
    list: async ({ query }) => {
      const { rows, limit, total } = await listMessages(db, { ...query, timeZone: config.timeZone });
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toMessage) }));
    },
    get: async ({ params }) => ({ data: await present(params.id) }),
    answer: async ({ actor, params: { id }, query: { version }, body: { text }, ip }) => {
      await answerMessage(platform, { id, text, seenVersion: version, actorId: actor.accountId, ip });
      return { message: 'Answer sent.', data: await present(id) };
    },
    close: async ({ actor, params: { id }, query: { version }, ip }) => {
      await closeMessage(platform, { id, seenVersion: version, actorId: actor.accountId, ip });
      return { message: 'Message closed.', data: await present(id) };
    },
    reopen: async ({ actor, params: { id }, query: { version }, ip }) => {
      await reopenMessage(platform, { id, seenVersion: version, actorId: actor.accountId, ip });
      return { message: 'Message opened again.', data: await present(id) };
    },
  });
};
