import { type NameCorrection, seafarers } from '@fairlead/contract/seafarers';
import { call } from '../../lib/calls/api-client.ts';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { type Profile, profileOf } from './wire.ts';

/** Every profile, newest first. */
export const useAllProfiles = () =>
  usePaginatedList(['people', 'profiles'], seafarers.listProfiles, ({ data }) => data.map(profileOf));

/**
 * Records that staff have checked a changed identity in this profile; certificates held because of it are then
 * released. The server refuses when the profile has changed since.
 */
export async function confirmIdentity({ id, updatedAt }: Profile): Promise<string> {
  const query = { profileSeenAt: updatedAt };
  return (await call(seafarers.confirmIdentity, { params: { id }, query })).message;
}

/** Corrects a name; `nameSeen` is the name that was shown on the screen. */
export async function correctName(id: string, correction: NameCorrection): Promise<string> {
  return (await call(seafarers.correctName, { params: { id }, body: correction })).message;
}
