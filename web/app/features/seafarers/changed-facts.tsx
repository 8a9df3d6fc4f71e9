import { changedFieldsInWords, checkedFieldInWords } from '@fairlead/contract/seafarers/identity-change';
import { Day } from '../../lib/site.tsx';
import type { Profile } from './wire.ts';

/** "your name and ID document", or "your profile" when it is not known what staff checked. */
export const changedWords = (profile: Profile): string => `your ${changedFieldsInWords(profile) || 'profile'}`;

/** The changes since staff last checked a profile: the checked values, and the current ones. */
export function ChangedFacts({ profile }: { profile: Profile }) {
  if (profile.changedSinceCheck.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-1 text-ink">
      {profile.changedSinceCheck.map(({ field, checked }) => (
        <li key={field} className="break-words">
          <span className="text-soft first-letter:uppercase inline-block">{checkedFieldInWords(field)}:</span>{' '}
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
