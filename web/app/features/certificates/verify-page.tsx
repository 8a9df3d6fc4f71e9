import { Outlet, useParams } from 'react-router';
import { presented } from '../../lib/pages/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { Width } from '../../ui/layout.tsx';
import type { Route } from './+types/verify-page.ts';
import { VerifyPanel } from './verify-panel.tsx';

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Verify a Certificate',
    description: 'Check a certificate of the academy against its register, by its number, its signed code or its PDF.',
    path: paths.verifyForm,
  });

/** Checks a certificate by its number; the register's answer is shown above (verified-page.tsx). */
export default function VerifyPage() {
  const { number } = useParams();
  return (
    <Width className="max-w-3xl py-10">
      <VerifyPanel number={number} hasAnswer={number !== undefined}>
        <Outlet />
      </VerifyPanel>
    </Width>
  );
}
