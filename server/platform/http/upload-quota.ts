import type { Call } from '@fairlead/contract/platform/call';
import type { Db } from '../db/database.ts';
import { consume, giveBack } from '../db/rate-limits.ts';
import type { Actor } from './access.ts';
import type { UploadLimits } from './multipart.ts';

const KiB = 1024;
const day = 24 * 3600;

/** Counts an upload against its sender's daily quota, before any of its bytes is read. */
export type UploadQuota = (
  sender: Pick<Actor, 'accountId' | 'role'> | null,
  upload: { call: Call; contentLength: number | undefined },
) => Promise<void>;

/**
 * The daily quota of a seafarer: the number of forms with files, and their bytes. A photo of a passport may be retaken
 * until it is sharp, but a disk must not be filled. The declared length of a form is counted beforehand, so that
 * simultaneous uploads are counted completely; a form without one counts as the maximum of its call. Staff have no
 * quota: films and pictures of courses are their work, and their films have a limit of their own.
 *
 * @throws AppError `too-many`.
 */
export const uploadQuota =
  (
    { db, clock }: { db: Db; clock: () => Date },
    {
      uploadsADay,
      uploadBytesADay,
      maxBytes,
    }: { uploadsADay: number; uploadBytesADay: number } & Pick<UploadLimits, 'maxBytes'>,
  ): UploadQuota =>
  async (sender, { call, contentLength }) => {
    if (sender?.role !== 'learner') return;
    const largest = Object.values(call.files ?? {}).reduce((sum, { kind, max }) => sum + max * maxBytes[kind], 0);
    const amount = Math.ceil((contentLength ?? largest) / KiB);
    const keys = { count: `uploads:${sender.accountId}`, size: `uploaded:${sender.accountId}` };
    const says = 'You have reached the number of files allowed in a day.';
    await consume(db, { key: keys.count, max: uploadsADay, seconds: day, says }, clock());
    const size = { key: keys.size, max: Math.floor(uploadBytesADay / KiB), seconds: day, amount, says };
    await consume(db, size, clock()).catch(async (error: unknown) => {
      // A smaller one may still fit.
      await giveBack(db, keys.size, amount);
      throw error;
    });
  };
