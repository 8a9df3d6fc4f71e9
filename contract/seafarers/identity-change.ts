// Words alone, so that a page that shows them does not load the schemas.
import { listInWords } from '../values/numbers.ts';
import { type CheckedFact, type DocumentKind, documentNames } from './document-words.ts';

const words: Record<CheckedFact | DocumentKind, string> = {
  name: 'name',
  ownScriptName: 'name in own script',
  birthDate: 'date of birth',
  passportNumber: 'passport number',
  passportExpiresOn: 'passport expiry',
  cdcNumber: 'CDC number',
  cdcExpiresOn: 'CDC expiry',
  gradeNumber: 'grade number',
  indosNumber: 'INDoS number',
  idType: 'ID type',
  ...documentNames,
};

/** The words for a checked field. A server that was updated since may know more of them. */
export const checkedFieldInWords = (field: string): string =>
  Object.hasOwn(words, field) ? words[field as keyof typeof words] : field;

type Changed = { changedSinceCheck: readonly { field: string }[] };

/** "name and passport number": what has changed since staff last checked a profile; empty when that is not known. */
export const changedFieldsInWords = ({ changedSinceCheck }: Changed): string =>
  listInWords(
    changedSinceCheck.map(({ field }) => checkedFieldInWords(field)),
    ',',
  );

/** "Identity changed since it was last checked: name and passport number." */
export function identityChangeWords(profile: Changed): string {
  const fields = changedFieldsInWords(profile);
  return `Identity changed since it was last checked${fields && `: ${fields}`}.`;
}
