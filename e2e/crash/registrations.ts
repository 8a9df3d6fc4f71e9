import { accounts } from '@fairlead/contract/accounts/calls';
import { expect } from '@playwright/test';
import type { Academy } from '../academy.ts';
import { ask, Refused } from '../ask.ts';
import type { Clerk } from './clerk.ts';

const password = 'a lighthouse at sea';

/** Registers people, several at once: none is lost, and each gets one mail. @param of tells clerks apart. */
export function registrations(academy: Academy, { atOnce = 2, of = 1 } = {}): Clerk {
  const everybody: string[] = [];
  let unchecked: string[] = [];
  let number = 0;

  async function register(): Promise<string> {
    const email = `crew-${of}-${number++}@example.org`;
    // each from another network: one network may not register so many
    const headers = { 'x-forwarded-for': `10.${of}.${(number >> 8) & 255}.${number & 255}` };
    const person = { tittle: 'Mr', firstName: 'Able', lastName: 'Seaman', mobile: '9876543210' } as const;
    await ask({ url: academy.url, headers }, accounts.register, { body: { ...person, email, password } });
    return email;
  }

  return {
    work: (acknowledge) =>
      Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (;;) {
            unchecked.push(await register());
            acknowledge('registrations');
          }
        }),
      ),
    async check() {
      for (const email of unchecked) {
        const login = ask({ url: academy.url }, accounts.login, { body: { email, password } });
        const refusal = await login.catch((error: unknown) => error);
        // cut, or while nobody could answer: it is asked again
        if (!(refusal instanceof Refused) || refusal.status >= 500) throw refusal;
        expect(String(refusal), email).toContain('not-verified');
      }
      everybody.push(...unchecked);
      unchecked = [];
    },
    async finish() {
      for (const email of everybody) await academy.mailTo(email, 'verification OTP');
      const mails = (await academy.mails()).filter(({ subject }) => subject?.includes('verification OTP'));
      const namesOf = Map.groupBy(mails, ({ to }) => to?.[0]?.address);
      // A mail that was being sent at a kill may come twice, with the same Message-ID.
      for (const email of everybody) {
        expect(new Set(namesOf.get(email)?.map(({ messageId }) => messageId)).size, email).toBe(1);
      }
    },
  };
}
