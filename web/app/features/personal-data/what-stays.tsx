import { paths } from '../../lib/paths.ts';

/** The data that an erasure deletes and keeps, shown before confirmation. */
export function WhatStays() {
  return (
    <div className="flex flex-col gap-3 text-soft">
      <p>
        Erased now and forever: your login, profile, documents and pictures, enrollments, training records, test
        answers, and links to certificates. A test or an upload in progress is lost.
      </p>
      <p>
        Kept, because the law requires it: issued certificates in the academy’s register, with the name, date of birth,
        passport, CDC and INDoS numbers printed on them, so that they can still be{' '}
        <a href={paths.verifyForm} className="text-link underline">
          verified
        </a>
        ; and the audit log, which shows what was done and when, without a name. Backups keep their data until newer
        backups replace them.
      </p>
    </div>
  );
}
