import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import { pageOf } from '../../platform/db/pagination.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { deviceInWords } from '../../platform/request/device-words.ts';
import { courseScopeOf } from '../courses/index.ts';
import { listOlderVersions } from '../training/index.ts';
import { issuePass } from './issue-pass.ts';
import { requirePass } from './policy.ts';
import { listContradictions, listPasses } from './queries.ts';
import { syncRecord } from './sync-record.ts';
import { uploadProgress } from './upload-progress.ts';
import { toOfflinePass, toStaffPass, toSyncState } from './wire.ts';
import { withdrawPass } from './withdraw-pass.ts';

/** Routes for watching without a link: passes for devices, their records, and what staff see of them. */
export const offlineRecordRoutes = (platform: Platform) => {
  const { db } = platform;
  return serve(offlineRecords, {
    issuePass: async ({ actor, params, body, ip, userAgent }) => {
      const { accountId } = actor;
      const device = deviceInWords(userAgent ?? null);
      const pass = await issuePass(platform, { accountId, courseId: params.id, ...body, device, ip });
      return { data: toOfflinePass(pass) };
    },
    sync: async ({ actor, params, body: { part, answers } }) => {
      const choices = Object.fromEntries(answers.map(({ check, choice }) => [check, choice]));
      const sync = { passId: params.id, accountId: actor.accountId, part, answers: choices };
      return { data: toSyncState(await syncRecord(platform, sync)) };
    },
    uploadProgress: async ({ actor, body, ip }) => {
      const data = await uploadProgress(platform, { actor, ...body, ip });
      return { message: 'Progress uploaded.', data };
    },
    list: async ({ actor, query }) => {
      const { rows, limit, total, isBounded } = await listPasses(db, courseScopeOf(actor), query);
      const found = await listContradictions(
        db,
        rows.map(({ id }) => id),
      );
      const contradictions = Map.groupBy(found, ({ passId }) => passId);
      const older = await listOlderVersions(db, [...new Set(rows.flatMap(({ films }) => films.map(({ id }) => id)))]);
      const present = (page: typeof rows) =>
        page.map((row) =>
          toStaffPass(row, {
            contradictions: contradictions.get(row.id) ?? [],
            olderVersions: older.filter(({ id }) => row.films.some((film) => film.id === id)),
          }),
        );
      return pageOf(rows, limit, total, (page) => ({ data: present(page) }), isBounded);
    },
    withdraw: async ({ actor, params, ip }) => {
      await requirePass(db, actor, params.id);
      await withdrawPass(platform, { passId: params.id, actorId: actor.accountId, ip });
      return { message: 'Offline pass withdrawn.' };
    },
  });
};
