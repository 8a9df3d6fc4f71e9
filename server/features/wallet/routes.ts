import { wallet } from '@fairlead/contract/wallet/calls';
import { walletKinds } from '@fairlead/contract/wallet/wallet-kinds';
import { dayAt } from '../../platform/calendar.ts';
import { pageOf } from '../../platform/db/pagination.ts';
import { notFound } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkDocument, refuseDocument } from './decide-document.ts';
import { listEnding, listHeld, listWaiting } from './held-documents.ts';
import { kindsByCode, listKinds } from './kinds/queries.ts';
import { isOffered } from './kinds/rules.ts';
import { saveKind } from './kinds/save-kind.ts';
import { presentingOf } from './present-documents.ts';
import { addDocument, editDocument, removeDocument } from './save-document.ts';
import { toEnding, toHeld, toWaiting } from './wire.ts';

/** Routes for the documents of seafarers, the lists of staff about them, and the kinds of documents. */
export const walletRoutes = (platform: Platform) => {
  const { db, config, clock } = platform;
  const day = () => dayAt(clock(), config.timeZone);

  const present = async (accountId: string, forStaff = false) => {
    const how = await presentingOf(platform);
    return (await listHeld(db, accountId)).map((row) => toHeld(row, how, forStaff));
  };
  const own = async (accountId: string) => {
    const documents = await present(accountId);
    const held = new Set(documents.flatMap(({ source, kind }) => (source === 'wallet' ? [kind] : [])));
    return { documents, kinds: (await listKinds(db)).filter((one) => isOffered(one) || held.has(one.code)) };
  };

  return [
    ...serve(wallet, {
      own: async ({ actor: { accountId } }) => ({ data: await own(accountId) }),
      add: async ({ actor: { accountId }, body, files: { file }, ip }) => {
        await addDocument(platform, { accountId, input: body, file: file[0], ip });
        return { message: 'Document added. The academy checks it.', data: await own(accountId) };
      },
      edit: async ({ actor: { accountId }, params: { id }, body, files: { file }, ip }) => {
        const { version, ...input } = body;
        await editDocument(platform, { id, version, accountId, input, file: file[0], ip });
        return { message: 'Document saved. The academy checks it.', data: await own(accountId) };
      },
      remove: async ({ actor: { accountId }, params: { id }, ip }) => {
        await removeDocument(platform, { id, accountId, ip });
        return { message: 'Document removed.', data: await own(accountId) };
      },
      ofPerson: async ({ params: { id } }) => {
        const person = await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst();
        if (!person) throw notFound('There is no such user.');
        return { data: await present(id, true) };
      },
      check: async ({ actor, params: { id }, body: { version }, ip }) => {
        await checkDocument(platform, { id, version, actorId: actor.accountId, ip });
        return { message: 'Document checked.' };
      },
      refuse: async ({ actor, params: { id }, body, ip }) => {
        await refuseDocument(platform, { id, ...body, actorId: actor.accountId, ip });
        return { message: 'Document refused. The person gets the reason by email.' };
      },
      listWaiting: async ({ query }) => {
        const { rows, limit, total, isBounded } = await listWaiting(db, query);
        const how = await presentingOf(platform);
        return pageOf(rows, limit, total, (page) => ({ data: page.map((row) => toWaiting(row, how)) }), isBounded);
      },
      listEnding: async ({ query }) => {
        const { rows, limit, total, isBounded } = await listEnding(db, query, day());
        const kinds = await kindsByCode(db);
        return pageOf(rows, limit, total, (page) => ({ data: page.map((row) => toEnding(row, kinds)) }), isBounded);
      },
    }),
    ...serve(walletKinds, {
      list: async () => ({ data: await listKinds(db) }),
      save: async ({ actor, body, ip }) => {
        await saveKind(platform, { input: body, actorId: actor.accountId, ip });
        return { message: 'Kind of document saved.', data: await listKinds(db) };
      },
    }),
  ];
};
