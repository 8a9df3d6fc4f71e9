import { statusListPath } from '@fairlead/contract/badges';
import { academyDid } from '@fairlead/contract/open-badges/check-badge';
import { credentialsContext } from '@fairlead/contract/open-badges/contexts';
import { encodeList } from '@fairlead/contract/open-badges/status-list';
import { notFound } from '../../../errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listDays } from '../wire.ts';
import { stampOf } from './badge-credential.ts';
import { findWithdrawnPlaces } from './queries.ts';
import { signCredential } from './sign-credential.ts';

/** For so long others may use a list without asking again, in seconds; and so old a signed one may be when it is sent. */
export const listSeconds = 300;

type Means = Pick<Platform, 'db' | 'keys' | 'config' | 'clock'>;

/**
 * Returns a function that returns a status list as JSON (BitstringStatusListCredential): the places of revoked and of
 * replaced certificates are set. A list is signed again when it has changed, or after five minutes.
 */
export function statusLists(platform: Means): (list: number) => Promise<string> {
  const signed = new Map<number, { places: string; until: number; json: string }>();
  return async (list) => {
    const places = await findWithdrawnPlaces(platform.db, list);
    if (!places) throw notFound('There is no such list.');
    const now = platform.clock().getTime();
    const known = signed.get(list);
    const same = places.join();
    if (known?.places === same && now < known.until) return known.json;
    const json = JSON.stringify(await signCredential(platform, await statusList(platform, list, places)));
    signed.set(list, { places: same, until: now + listSeconds * 1000, json });
    return json;
  };
}

async function statusList({ config: { publicUrl }, clock }: Means, list: number, places: readonly number[]) {
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
