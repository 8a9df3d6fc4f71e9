import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { presented } from '../../../lib/pages/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import type { Route } from './+types/login-page.ts';
import { AccountPanel } from './account-panel.tsx';
import { LoginForm } from './login-form.tsx';
import { WaitingRequest } from './waiting-request.tsx';

export const meta: Route.MetaFunction = (page) =>
  presented(page, {
    title: 'Login',
    description: 'Log in to continue your training, take a test or show a certificate.',
    path: paths.login,
  });

export default function LoginPage() {
  const { name, isAboard } = useBrand();
  const { state } = useLocation();
  // the browser keeps it over a reload, and the server does not know it
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  // on the computer of a ship, this is where every session that ends leads to (<Navigate> would weigh on every page)
  useEffect(() => {
    if (isAboard) void navigate(paths.ship, { replace: true });
  }, [isAboard, navigate]);
  if (isAboard) return null;
  return (
    <AccountPanel
      title={`Login to ${name}`}
      below={
        <Link to={paths.register} className="font-semibold text-link hover:underline">
          Don't have an account? Sign Up
        </Link>
      }
    >
      {isHydrated && state?.done && (
        <Alert tone="good" className="mb-6">
          {state.done}
        </Alert>
      )}
      <WaitingRequest />
      <LoginForm suits={() => true} refusal="" />
    </AccountPanel>
  );
}
