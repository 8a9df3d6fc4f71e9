import { zoneFieldNames, zoneValueInWords } from '@fairlead/contract/seafarers/profile-warnings';
import { formatDate } from '@fairlead/contract/values/dates';
import { Alert } from '../../ui/feedback/alert.tsx';
import type { Profile } from './wire.ts';

/** What was read in the person's passport and differs from their profile: one of the two is wrong. */
export function ReadInPassport({ profile }: { profile: Profile }) {
  if (profile.readableZone.length === 0) return null;
  return (
    <Alert tone="warn" className="mb-6">
      <p className="font-semibold">Is your profile right? We read something else in your passport.</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {profile.readableZone.map(({ field, read }) => (
          <li key={field} className="wrap-anywhere">
            We read the {zoneFieldNames[field]} <strong>{zoneValueInWords(field, read, formatDate)}</strong> in your
            passport. Your profile has <strong>{zoneValueInWords(field, profile[field], formatDate)}</strong>.
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Update your profile if it is wrong. If we misread your passport, you need not do anything: the academy compares
        the two.
      </p>
    </Alert>
  );
}
