import type { profileKinds } from '@fairlead/contract/wallet/wallet-words';
import { paths } from '../../lib/paths.ts';

const fieldOf: Record<keyof typeof profileKinds, string> = {
  PASSPORT: 'passportNumber',
  CDC: 'cdcNumber',
  INDOS: 'indosNumber',
};

/** Where a document of the profile is entered: at its field, or in the form of those who have no profile yet. */
export const profileUrl = (kind: keyof typeof profileKinds, hasProfile: boolean): string =>
  hasProfile ? paths.editProfileField(fieldOf[kind]) : paths.profile;
