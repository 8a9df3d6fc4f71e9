import { addQualification } from '../../server/features/accounts/staff/qualifications.ts';
import { askForPack } from '../../server/features/inspection-packs/ask-for-pack.ts';
import { addDays, dayAt } from '../../server/platform/calendar.ts';
import { demoQualifications } from '../people.ts';
import { accountOf, byAdmin } from './account-of.ts';
import type { Action } from './action.ts';
import type { BatchIds } from './batches.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

/**
 * The administrator notes what qualifies the teachers, and has packs made for an inspector: of the batch that is being
 * held, and of the last quarter.
 */
export function inspectionActions(past: Past, { at, batchIds }: { at: Moments; batchIds: BatchIds }): Action[] {
  const { platform } = past;
  const noteAll = async () => {
    const by = await byAdmin(platform);
    const today = dayAt(platform.clock(), platform.config.timeZone);
    for (const { email, validDays, ...noted } of demoQualifications) {
      const { id: accountId } = await accountOf(platform, 'email', email);
      const validUntil = validDays === null ? null : addDays(today, validDays);
      await addQualification(platform, { accountId, qualification: { ...noted, validUntil }, ...by });
    }
  };
  const pack = async () => {
    const by = await byAdmin(platform);
    const to = dayAt(platform.clock(), platform.config.timeZone);
    const batchId = batchIds.get('running') ?? '';
    await askForPack(platform, { scope: { from: addDays(to, -90), to, courseId: null }, ...by });
    await askForPack(platform, { scope: { batchId }, ...by });
  };
  return [
    { at: at(20, 9, 'qualifications'), what: 'the administrator notes qualifications', carryOut: noteAll },
    { at: at(0, 9, 'inspection'), what: 'the administrator has inspection packs made', carryOut: pack },
  ];
}
