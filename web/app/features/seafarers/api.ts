import { fromWire } from '@fairlead/contract/platform/names';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { profileNames } from '@fairlead/contract/seafarers/names';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call, upload } from '../../lib/calls/api-client.ts';
import { withFormNames } from '../../lib/calls/field-errors.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import type { Progress } from '../../lib/calls/transport.ts';
import { seenAboard } from '../../lib/device/aboard/seen-aboard.ts';
import { type Profile, profileOf, wireFormOf } from './wire.ts';

/** The learner's own profile; null until it was created. */
export const ownProfileQuery = queryOptions({
  queryKey: ['own-profile'],
  meta: seenAboard,
  queryFn: async (): Promise<Profile | null> => {
    try {
      return profileOf((await call(seafarers.getOwnProfile)).data);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
});

/** What the academy entered of the learner, as initial values of the profile form; empty if it entered nothing. */
export const enteredQuery = queryOptions({
  queryKey: ['own-profile', 'entered'],
  queryFn: async (): Promise<Record<string, string>> => {
    const { data } = await call(seafarers.getEnteredParticulars);
    const known = Object.entries(data ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return fromWire(profileNames, Object.fromEntries(known)) as Record<string, string>;
  },
});

/** What was read in a photograph of a passport, by field; null if nothing was read for sure. */
export async function readPassport(picture: File): Promise<Record<string, string> | null> {
  const form = new FormData();
  form.set('passport', picture);
  const { data } = await upload(seafarers.readPassport, { form }, { onProgress: () => {} });
  return data && (fromWire(profileNames, data) as Record<string, string>);
}

/** Replaces the profile in the query cache with the one that the server has just returned. */
export const keepProfile = (profile: Profile) => queryClient.setQueryData(ownProfileQuery.queryKey, profile);

type OnProgress = (progress: Progress) => void;

/** Creates the profile with its three documents; `onProgress` receives the upload progress. */
export async function createProfile(form: FormData, onProgress: OnProgress): Promise<Profile> {
  const sent = upload(seafarers.createProfile, { form: wireFormOf(form) }, { onProgress });
  return profileOf((await withFormNames(profileNames, sent)).data);
}

/** Updates the fields of the form; documents that were not chosen again are kept. Returns the server's message. */
export async function updateProfile(form: FormData, onProgress: OnProgress): Promise<string> {
  const sent = upload(seafarers.updateProfile, { form: wireFormOf(form) }, { onProgress });
  const { message, data } = await withFormNames(profileNames, sent);
  keepProfile(profileOf(data));
  return message;
}

/** Has the states of the learner's enrolments read again when they are shown next: a document may have been missing. */
export const refetchStandings = () => queryClient.invalidateQueries({ queryKey: ['enrolments', 'own'] });
