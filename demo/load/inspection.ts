import { addQualification } from '../../server/features/accounts/staff/qualifications.ts';
import { askForPack } from '../../server/features/inspection-packs/ask-for-pack.ts';
import { addDays, dayAt } from '../../server/platform/calendar.ts';
import type { Platform } from '../../server/platform/platform.ts';
import { demoQualifications } from '../people.ts';
import type { Action } from './action.ts';
import type { BatchIds } from './batches.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

const ip = '127.0.0.1';
const accountOf = ({ db }: Platform, column: 'email' | 'role', value: string) =>
  db
    .selectFrom('account')
    .select('id')
    .where(column, '=', value as never)
    .orderBy('id')
    .executeTakeFirstOrThrow();

/**
 * The administrator notes what qualifies the teachers, and has packs made for an inspector: of the batch that is being
 * held, and of the last quarter. They are commands and not calls, since the administrator may have a password of their own.
 */
export function inspectionActions(past: Past, { at, batchIds }: { at: Moments; batchIds: BatchIds }): Action[] {
  const { platform } = past;
  const noteAll = async () => {
    const { id: actorId } = await accountOf(platform, 'role', 'admin');
    const today = dayAt(platform.clock(), platform.config.timeZone);
    for (const { email, validDays, ...noted } of demoQualifications) {
      const { id: accountId } = await accountOf(platform, 'email', email);
      const validUntil = validDays === null ? null : addDays(today, validDays);
      await addQualification(platform, { accountId, qualification: { ...noted, validUntil }, actorId, ip });
    }
  };
  const pack = async () => {
    const { id: actorId } = await accountOf(platform, 'role', 'admin');
    const to = dayAt(platform.clock(), platform.config.timeZone);
    const batchId = batchIds.get('running') ?? '';
    await askForPack(platform, { scope: { from: addDays(to, -90), to, courseId: null }, actorId, ip });
    await askForPack(platform, { scope: { batchId }, actorId, ip });
  };
  return [
    { at: at(20, 9, 'qualifications'), what: 'the administrator notes qualifications', carryOut: noteAll },
    { at: at(0, 9, 'inspection'), what: 'the administrator has inspection packs made', carryOut: pack },
  ];
}
