import { type CheckedFact, type DocumentKind, documentNames } from '@fairlead/contract/seafarers/document-words';
import { listInWords } from '@fairlead/contract/values/numbers';
import { Day } from '../../lib/site.tsx';
import type { Profile } from './wire.ts';

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
const wordFor = (field: string) => (Object.hasOwn(words, field) ? words[field as keyof typeof words] : field);

/** "your name and ID document", or "your profile" when it is not known what staff checked. */
export function changedWords({ changedSinceCheck }: Profile): string {
  if (changedSinceCheck.length === 0) return 'your profile';
  const fields = changedSinceCheck.map(({ field }) => wordFor(field));
  return `your ${listInWords(fields, ',')}`;
}

/** "Identity changed since it was last checked: name and passport number." */
export function identityChangeWords({ changedSinceCheck }: Profile): string {
  const fields = changedSinceCheck.map(({ field }) => wordFor(field));
  return `Identity changed since it was last checked${fields.length > 0 ? `: ${listInWords(fields, ',')}` : ''}.`;
}

/** The changes since staff last checked a profile: the checked values, and the current ones. */
export function ChangedFacts({ profile }: { profile: Profile }) {
  if (profile.changedSinceCheck.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-1 text-ink">
      {profile.changedSinceCheck.map(({ field, checked }) => (
        <li key={field} className="break-words">
          <span className="text-soft first-letter:uppercase inline-block">{wordFor(field)}:</span>{' '}
          {checked === null ? (
            <strong>replaced</strong>
          ) : (
            <>
              <del className="text-soft">
                <Value field={field} value={checked} />
              </del>{' '}
              <ins className="font-semibold no-underline">
                <Value field={field} value={String(profile[field as keyof Profile] ?? '')} />
              </ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const days = new Set(['birthDate', 'passportExpiresOn', 'cdcExpiresOn']);

function Value({ field, value }: { field: string; value: string }) {
  if (value === '') return 'none';
  return days.has(field) ? <Day date={value} /> : value;
}
