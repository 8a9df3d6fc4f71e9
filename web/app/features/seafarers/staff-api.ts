import { type NameCorrection, seafarers } from '@fairlead/contract/seafarers';
import { call } from '../../lib/api-client.ts';
import { useKeysetList } from '../../lib/keyset-list.ts';
import { type Profile, profileOf } from './wire.ts';

/** Every profile, the newest first. */
export const useAllProfiles = () =>
  useKeysetList(['people', 'profiles'], seafarers.listProfiles, ({ data }) => data.map(profileOf));

/**
 * Staff looked at a changed identity, as the profile has it here; the certificates that it held back may go on. The
 * server refuses when the profile has changed since.
 */
export async function confirmIdentity({ id, updatedAt }: Profile): Promise<string> {
  const query = { profileSeenAt: updatedAt };
  return (await call(seafarers.confirmIdentity, { params: { id }, query })).message;
}

/** A name as staff correct it; `nameSeen` is the one that stood on the screen. */
export async function correctName(id: string, correction: NameCorrection): Promise<string> {
  return (await call(seafarers.correctName, { params: { id }, body: correction })).message;
}
