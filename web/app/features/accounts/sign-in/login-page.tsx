import { Link, useLocation } from 'react-router';
import { presented } from '../../../lib/pages/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { useBrand } from '../../../lib/site.tsx';
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
  const { name } = useBrand();
  const { state } = useLocation();
  return (
    <AccountPanel
      title={`Login to ${name}`}
      below={
        <Link to={paths.register} className="font-semibold text-link hover:underline">
          Don't have an account? Sign Up
        </Link>
      }
    >
      {state?.done && (
        <Alert tone="good" className="mb-6">
          {state.done}
        </Alert>
      )}
      <WaitingRequest />
      <LoginForm suits={() => true} refusal="" />
    </AccountPanel>
  );
}
