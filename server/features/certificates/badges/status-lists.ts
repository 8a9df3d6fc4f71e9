import { statusListPath } from '@fairlead/contract/certificates/badges';
import { academyDid } from '@fairlead/contract/certificates/open-badges/check-badge';
import { credentialsContext } from '@fairlead/contract/certificates/open-badges/contexts';
import { encodeList } from '@fairlead/contract/certificates/open-badges/status-list';
import { countRows } from '../../../platform/chain/chain.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { certificateChain } from '../certificate-log.ts';
import { listDays } from '../wire.ts';
import { stampOf } from './badge-credential.ts';
import { findWithdrawnPlaces } from './queries.ts';
import { signCredential } from './sign-credential.ts';

/**
 * For so long others may use a list without asking again, in seconds; and so old a signed one may be when it is sent.
 */
export const listSeconds = 300;

type Dependencies = Pick<Platform, 'db' | 'keys' | 'config' | 'clock'>;

/**
 * Returns a function that returns a status list as JSON (BitstringStatusListCredential): the places of revoked and of
 * replaced certificates are set. A list is signed again when it has changed, or after five minutes. Its places are read
 * again only then, and when the log has grown, whichever process logged that; a withdrawal that has no entry in the
 * log, because somebody changed the register, is in the list after five minutes.
 */
export function statusLists(platform: Dependencies): (list: number) => Promise<string> {
  const signed = new Map<number, { entries: number; places: string; until: number; json: string }>();
  return async (list) => {
    const now = platform.clock().getTime();
    const kept = signed.get(list);
    const known = kept && now < kept.until ? kept : undefined;
    // Counted first: an entry that is committed while the places are read has them read once more.
    const entries = await countRows(platform.db, certificateChain);
    if (known?.entries === entries) return known.json;
    const places = await findWithdrawnPlaces(platform.db, list);
    if (!places) throw notFound('There is no such list.');
    const same = places.join();
    if (known?.places === same) {
      known.entries = entries;
      return known.json;
    }
    const json = JSON.stringify(await signCredential(platform, await statusList(platform, list, places)));
    signed.set(list, { entries, places: same, until: now + listSeconds * 1000, json });
    return json;
  };
}

async function statusList({ config: { publicUrl }, clock }: Dependencies, list: number, places: readonly number[]) {
  const id = `${publicUrl}${statusListPath(list)}`;
  const now = clock();
  return {
    '@context': [credentialsContext],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: academyDid(publicUrl),
    validFrom: stampOf(now),
    validUntil: stampOf(new Date(now.getTime() + listDays * 24 * 3600_000)),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      ttl: listSeconds * 1000,
      encodedList: await encodeList(places),
    },
  };
}
