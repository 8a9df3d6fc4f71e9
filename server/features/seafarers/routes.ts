import { seafarers } from '@fairlead/contract/seafarers/calls';
import { pageOf } from '../../platform/db/pagination.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { askForDocument, withdrawDocumentRequest } from './ask-for-document.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { correctName } from './correct-name.ts';
import { createProfile } from './create-profile.ts';
import { findParticulars } from './entered-particulars.ts';
import { getProfile, listProfiles, type ProfileRow } from './queries.ts';
import { readPassport } from './read-passport.ts';
import { updateProfile } from './update-profile.ts';
import { toDocuments, toEntered, toPassportFacts, toProfile, toSeenAt } from './wire.ts';

/** Routes for the seafarer's own profile with its documents, and for staff to view all of them. */
export const seafarerRoutes = (platform: Platform) => {
  const { db, files } = platform;
  const present = (profile: ProfileRow) => toProfile(files, profile);
  return serve(seafarers, {
    getOwnProfile: async ({ actor }) => ({ data: present(await getProfile(db, actor.accountId)) }),
    getEnteredParticulars: async ({ actor }) => {
      const entered = await findParticulars(db, actor.accountId);
      return { data: entered ? toEntered(entered) : null };
    },
    readPassport: async ({ actor: { accountId }, files: { passport } }) => {
      const zone = await readPassport(platform, { accountId, picture: passport[0] });
      return { data: zone ? toPassportFacts(zone) : null };
    },
    createProfile: async ({ actor, body, files: parts, ip }) => {
      const creation = { accountId: actor.accountId, form: body, documents: toDocuments(parts), ip };
      return { message: 'Profile submitted successfully!', data: present(await createProfile(platform, creation)) };
    },
    updateProfile: async ({ actor, body, files: parts, ip }) => {
      const change = { accountId: actor.accountId, form: body, documents: toDocuments(parts), ip };
      return { message: 'Profile updated successfully!', data: present(await updateProfile(platform, change)) };
    },
    listProfiles: async ({ query }) => {
      const { rows, limit, total, isBounded } = await listProfiles(db, query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(present) }), isBounded);
    },
    confirmIdentity: async ({ actor, params, query, ip }) => {
      const check = { accountId: params.id, actorId: actor.accountId, seenAt: toSeenAt(query) };
      await confirmIdentity(platform, { ...check, ip });
      return { message: 'Identity confirmed.' };
    },
    askForDocument: async ({ actor, params, query, body, ip }) => {
      const seenAt = query.profileSeenAt === undefined ? undefined : new Date(query.profileSeenAt);
      await askForDocument(platform, { accountId: params.id, asked: body, seenAt, actorId: actor.accountId, ip });
      return { message: 'The person has been asked for the document.' };
    },
    withdrawDocumentRequest: async ({ actor, params, ip }) => {
      await withdrawDocumentRequest(platform, { requestId: params.id, actorId: actor.accountId, ip });
      return { message: 'Document request withdrawn.' };
    },
    correctName: async ({ actor, params, body, ip }) => {
      await correctName(platform, { accountId: params.id, correction: body, actor, ip });
      return { message: 'Name corrected.' };
    },
  });
};
