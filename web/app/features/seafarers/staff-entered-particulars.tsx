import type { FromWire } from '@fairlead/contract/platform/names';
import type * as wire from '@fairlead/contract/seafarers/calls';
import type { profileNames } from '@fairlead/contract/seafarers/names';
import { Day } from '../../lib/site.tsx';
import { Facts } from '../../ui/facts.tsx';

/** What staff entered of a seafarer who has no profile yet. */
export type EnteredParticulars = FromWire<typeof profileNames, wire.EnteredParticulars>;

const labels = {
  birthDate: 'Date of birth',
  gradeNumber: 'Rank or grade',
  passportNumber: 'Passport number',
  passportExpiresOn: 'Passport expiry',
  cdcNumber: 'CDC number',
  cdcExpiresOn: 'CDC expiry',
  indosNumber: 'INDoS number',
} as const;
const days: readonly string[] = ['birthDate', 'passportExpiresOn', 'cdcExpiresOn'];

/** What is known of the particulars, with their names. */
export const particularsFacts = (particulars: EnteredParticulars) =>
  (Object.keys(labels) as (keyof typeof labels)[]).flatMap((field) => {
    const value = particulars[field];
    if (!value) return [];
    return [[labels[field], days.includes(field) ? <Day key={field} date={value} /> : value] as const];
  });

/** What staff entered of somebody who has not made a profile yet. */
export function Entered({ particulars }: { particulars: EnteredParticulars }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        The academy entered this. The profile form starts with it, and the seafarer adds the rest with their documents.
        Nobody has checked it.
      </p>
      <Facts facts={particularsFacts(particulars)} className="lg:grid-cols-3" />
    </div>
  );
}
