import type { DocumentKind } from '@fairlead/contract/wallet/wallet-kinds';
import { dayAt } from '../../platform/calendar.ts';
import { keptUntilChange } from '../../platform/changes/kept-until-change.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy } from '../academy/index.ts';
import type { HeldRow } from './held-documents.ts';
import { kindsByCode } from './kinds/queries.ts';
import { findRenewals } from './renewals.ts';
import type { Presenting } from './wire.ts';

type Ends = Pick<Presenting, 'kinds' | 'renewalOf'>;
type Common = { kinds: ReadonlyMap<string, DocumentKind>; find: Awaited<ReturnType<typeof findRenewals>> };

/** For today and, around midnight, another day. */
const readKept = keptUntilChange<Common>(['public-pages'], 2);
const only = 'all';

/** What the ends of documents are presented with: their kinds, and the way to the renewal of each today. */
export async function presentingEndsOf({
  db,
  config,
  clock,
  changes,
}: Pick<Platform, 'db' | 'config' | 'clock' | 'changes'>): Promise<Ends> {
  const day = dayAt(clock(), config.timeZone);
  const kept = await readKept(changes, { ids: [only], day }, async () => {
    const common = { find: await findRenewals(db, day), kinds: await kindsByCode(db) };
    return [[only, common]];
  });
  const { kinds, find } = kept.get(only) as Common;
  const renewalOf = ({ courseId, kind, source }: Pick<HeldRow, 'courseId' | 'kind' | 'source'>) =>
    source === 'profile' ? undefined : find({ courseId, qualification: kind });
  return { kinds, renewalOf };
}

/** What whole documents are presented with: beside their ends, their files and the academy's name. */
export async function presentingOf(platform: Platform): Promise<Presenting> {
  const { db, files, config } = platform;
  return { ...(await presentingEndsOf(platform)), files, academy: (await getAcademy(db, config)).name };
}
