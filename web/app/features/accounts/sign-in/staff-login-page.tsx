import { lazy } from 'react';
import { Link } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { isStaff } from '../../../lib/session/roles.ts';
import type { Route } from './+types/staff-login-page.ts';
import { AccountPanel } from './account-panel.tsx';
import { LoginForm } from './login-form.tsx';

export const meta: Route.MetaFunction = (page) => [
  ...titled('Staff Login', page),
  { name: 'robots', content: 'noindex' },
];

/** Loaded after hydration, as the passkey login is; when it cannot be loaded, it is not shown. */
const ProviderLogin = lazy(() => import('./provider-login.tsx').catch(() => ({ default: () => null })));

export default function StaffLoginPage() {
  const { name } = useBrand();
  return (
    <AccountPanel
      title={`Staff login to ${name}`}
      below={
        <Link to={paths.login} className="font-semibold text-link hover:underline">
          Not staff? Go to the learners' login
        </Link>
      }
    >
      <LoginForm
        suits={isStaff}
        refusal="This account has no staff role. Seafarers log in on the learners' login page."
      >
        <ProviderLogin />
      </LoginForm>
    </AccountPanel>
  );
}
