import { type ProfileWarning, warningSentence } from '@fairlead/contract/seafarers/profile-warnings';
import { formatDate } from '@fairlead/contract/values/dates';
import { Link } from 'react-router';
import { staffPaths } from '../../lib/staff-paths.ts';
import { WarningIcon } from '../../ui/icons.tsx';

/** What is unusual about a profile and its documents: help for the decision, which stays with the reader. */
export function Warnings({ warnings }: { warnings: readonly ProfileWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Warnings" className="rounded-md border-l-4 border-warn bg-warn-soft px-4 py-3">
      <ul className="flex flex-col gap-1.5">
        {warnings.map((warning) => (
          <li key={JSON.stringify(warning)} className="flex items-start gap-2 text-sm">
            <WarningIcon className="mt-0.5 shrink-0 text-warn" />
            <span className="min-w-0 wrap-anywhere">
              {warningSentence(warning, formatDate)}{' '}
              {warning.kind === 'same-number' && warning.other && (
                <Link to={staffPaths.person(warning.other.id)} className="font-semibold text-link underline">
                  Open the account of {warning.other.name}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
