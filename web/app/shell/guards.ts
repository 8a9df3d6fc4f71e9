import { redirect } from 'react-router';
import { isAnythingAboard } from '../lib/device/aboard/aboard-mark.ts';
import { isHandbook } from '../lib/handbook-paths.ts';
import { paths } from '../lib/paths.ts';
import { hasEnded } from '../lib/session/held-session.ts';
import { refreshSession } from '../lib/session/refresh-session.ts';
import { rememberReturn } from '../lib/session/return-path.ts';
import { isStaff } from '../lib/session/roles.ts';
import { claimsOf, clearSession, getSession, isExpired } from '../lib/session/session.ts';

type Login = typeof paths.login | typeof paths.staffLogin;
/** Runs the loaders of the guarded page. */
type Next = () => Promise<unknown>;

/**
 * Lets signed-in learners open the learner pages; redirects staff, who read only the handbook there, to the staff area.
 */
export const guardLearner = async ({ request }: { request: Request }, next: Next): Promise<void> => {
  const role = await roleOrLogin(request, paths.login);
  const { pathname } = new URL(request.url);
  if (isStaff(role) && !isHandbook(pathname)) throw redirect(staffPageFor(pathname));
  await loadOrLogin(request, paths.login, next);
};

/** The account page is a page of both learners and staff, at two paths. */
const staffPageFor = (learnerPage: string) =>
  learnerPage.toLowerCase().replace(/\/{1,9}$/, '') === paths.account ? paths.staffAccount : paths.staffHome;

/** Lets staff open the staff area; a token without a staff role is deleted, as specified. */
export const guardStaff = async ({ request }: { request: Request }, next: Next): Promise<void> => {
  const role = await roleOrLogin(request, paths.staffLogin);
  if (isStaff(role)) return loadOrLogin(request, paths.staffLogin, next);
  clearSession();
  throw await toLogin(request, paths.staffLogin);
};

/** A session may have been revoked while its token still looks valid: the page's own calls detect that. */
async function loadOrLogin(request: Request, login: Login, next: Next): Promise<void> {
  await next();
  if (!getSession()) throw await toLogin(request, login);
}

/**
 * The role in the token, refreshed once if it has expired. Without a valid session, redirects to the login, which later
 * returns here. When the server cannot be reached, the role of the old token is used: the calls that follow decide.
 */
async function roleOrLogin(request: Request, login: Login): Promise<string> {
  const held = getSession()?.accessToken;
  if (!held) throw await toLogin(request, login);
  if ((hasEnded(held) || isExpired(held, Date.now())) && (await refreshSession(held)) === 'ended') {
    // the page that held it is being left
    clearSession();
    throw await toLogin(request, login);
  }
  const claims = claimsOf(getSession()?.accessToken ?? '');
  if (claims) return claims.role;
  clearSession();
  throw await toLogin(request, login);
}

async function toLogin(request: Request, login: Login): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  rememberReturn(pathname + search);
  // without a network nobody can log in, but a PIN opens what is aboard
  const canOpen = login === paths.login && !navigator.onLine && (await isAnythingAboard());
  return redirect(canOpen ? paths.openAboard : login);
}
