import { dayAt } from '../../platform/calendar.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy } from '../academy/queries.ts';
import type { HeldRow } from './held-documents.ts';
import { kindsByCode } from './kinds/queries.ts';
import { findRenewals } from './renewals.ts';
import type { Presenting } from './wire.ts';

/** What documents are presented with: their kinds, the way to the renewal of each today, and the academy's name. */
export async function presentingOf({ db, files, config, clock }: Platform): Promise<Presenting> {
  const find = await findRenewals(db, dayAt(clock(), config.timeZone));
  const renewalOf = ({ courseId, kind, source }: HeldRow) =>
    source === 'profile' ? undefined : find({ courseId, qualification: kind });
  return { files, kinds: await kindsByCode(db), renewalOf, academy: (await getAcademy(db, config)).name };
}
