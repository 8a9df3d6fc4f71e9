import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { AcademyMark } from '../../../shell/academy-mark.tsx';
import { Card, Width } from '../../../ui/layout.tsx';

/** The panel around login, registration and the password screens. */
export function AccountPanel({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <div className="chart-ground flex flex-1 flex-col">
      <Width className="flex flex-1 flex-col items-center py-10 sm:py-14">
        <Card className="w-full max-w-form p-6 sm:p-9">
          <AcademyMark className="mb-5 size-12" />
          <h1 className="mb-6 text-2xl">{title}</h1>
          {children}
        </Card>
        {below && <div className="mt-6 text-center">{below}</div>}
      </Width>
    </div>
  );
}

/** A link to the login, below a panel that somebody may have opened by mistake. */
export function BackToLogin() {
  return (
    <Link to={paths.login} className="font-semibold text-link hover:underline">
      Back to login
    </Link>
  );
}
