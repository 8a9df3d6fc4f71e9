import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { forgetOnChangeOfPerson, useQueries } from '../lib/calls/query-client.ts';
import type { paths } from '../lib/paths.ts';
import { refreshSession } from '../lib/session/refresh-session.ts';
import { rememberReturn } from '../lib/session/return-path.ts';
import { getSession, isExpired, watchSession } from '../lib/session/session.ts';

/** The interval in milliseconds at which the token's expiry is checked, as specified. */
const checkEvery = 60_000;

type AreaProps = { login: typeof paths.login | typeof paths.staffLogin; children: ReactNode };

/** Wraps every guarded page: provides the query cache, and leaves the page when the session ends. */
export function SignedInArea({ login, children }: AreaProps) {
  useLeaveAtEnd(login);
  useEffect(forgetOnChangeOfPerson, []);
  return <QueryClientProvider client={useQueries()}>{children}</QueryClientProvider>;
}

/** Navigates to the login when the session is over, in this tab or another, and remembers this page for the return. */
function useLeaveAtEnd(login: AreaProps['login']) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const leaveAtEnd = () => {
      if (getSession()) return;
      rememberReturn(pathname + search);
      void navigate(login, { replace: true });
    };
    const unwatch = watchSession(leaveAtEnd);
    // another tab may have logged out between the page's guard and this effect
    leaveAtEnd();
    const timer = setInterval(() => {
      const token = getSession()?.accessToken;
      if (token && isExpired(token, Date.now())) void refreshSession(token);
    }, checkEvery);
    return () => {
      unwatch();
      clearInterval(timer);
    };
  }, [navigate, login, pathname, search]);
}
