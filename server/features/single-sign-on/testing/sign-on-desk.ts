import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import type { JWTPayload } from 'jose';
import type { Person, TestApp } from '../../../testing/app.ts';
import { codeAt, givePassword, setUpFactor } from '../../accounts/testing/owners.ts';
import type { Lies, OpenidStandIn } from './openid-stand-in.ts';

/** What a browser sends at the end of a login through the provider. */
export type Finish = { code: string; state: string; iss?: string; verifier: string; otp?: string };

/** The response to a login that is used, expired or forged. */
export const refusedSignOn = {
  status: 401,
  body: { code: 'bad-credentials', message: 'This login has been used or has expired. Please log in again.' },
};

/** The configuration of a program whose staff log in through this provider. */
export const signOnSettings = ({ issuer, clientId, clientSecret }: OpenidStandIn) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_EMAIL_DOMAINS: 'academy.example, ops.academy.example',
  OIDC_NAME: 'Harbour ID',
});

/** Colleagues who log in through a provider, and what the program has stored about these logins. */
export function signOnDesk(program: TestApp, provider: OpenidStandIn) {
  const { app, call, clock, db, person, wait } = program;
  let subjects = 0;
  let colleagues = 0;

  const addColleague = (role: 'registrar' | 'instructor' | 'admin' = 'registrar') =>
    person(role, { email: `colleague-${++colleagues}@academy.example` });
  const begin = async () => (await call(singleSignOn.beginSignOn)).body;
  const finish = (body: Finish) => call(singleSignOn.finishSignOn, { body });

  return {
    addColleague,
    /** A colleague with a password and a second factor; `otp` returns its current code. */
    async protectedColleague(role: 'registrar' | 'admin' = 'registrar') {
      const colleague = await addColleague(role);
      await givePassword(program, colleague);
      const secret = await setUpFactor(program, colleague);
      wait(60);
      return { colleague, otp: () => codeAt(secret, clock()) };
    },
    /** Claims of a person at the provider. */
    claimsOf: (email: string, more: JWTPayload = {}): JWTPayload => ({
      sub: `subject-${++subjects}`,
      email,
      email_verified: true,
      given_name: 'Leela',
      family_name: 'Das',
      sid: `session-${subjects}`,
      ...more,
    }),
    begin,
    finish,
    /** A complete login, with the changes that a test makes to it. */
    async signOn(claims: JWTPayload, { lies, ...changes }: Partial<Finish> & { lies?: Lies } = {}) {
      const { url, verifier } = await begin();
      return finish({ ...provider.authorize(url, claims, lies), verifier, ...changes });
    },
    /** Whether a session is still open. */
    isIn: async (accessToken: string) => {
      const headers = { authorization: `Bearer ${accessToken}` };
      return (await app.inject({ url: '/api/user/me', headers })).statusCode === 200;
    },
    /** Why logins were refused, as the audit has it, the earliest first. */
    reasons: async () => {
      const refusals = await db
        .selectFrom('auditEvent')
        .select('details')
        .where('action', '=', 'login.fail-sign-on')
        .orderBy('id')
        .execute();
      return refusals.map(({ details }) => (details as { reason: string }).reason);
    },
    identities: (of: Person) =>
      db.selectFrom('staffIdentity').select('subject').where('accountId', '=', of.accountId).execute(),
  };
}
