import { paths } from '../../lib/paths.ts';

/** The data that an erasure deletes and keeps, shown before confirmation. */
export function WhatStays() {
  return (
    <div className="flex flex-col gap-3 text-soft">
      <p>
        Gone at once and for good: login and sessions, profile, papers and pictures, enrollments, what was watched, the
        answers given in tests, and links to certificates. A test or an upload that is under way is lost.
      </p>
      <p>
        What stays, since the law asks for it: certificates that were issued, in the academy’s register, with name,
        birth date, passport, CDC and INDOS as they stood, so that they can still be{' '}
        <a href={paths.verifyForm} className="text-link underline">
          verified
        </a>
        ; and the audit, which knows that something was done and when, without a name. Backups keep what they hold until
        newer ones take their place.
      </p>
    </div>
  );
}
