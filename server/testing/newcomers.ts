import { accounts, type Registration } from '@fairlead/contract/accounts';
import type { TestApp } from './app.ts';
import { codeFor } from './owners.ts';

let number = 0;

/** What somebody registers with whom nobody knows yet. */
export const newcomer = (): Registration => ({
  tittle: 'Mr',
  firstName: 'Ravi',
  lastName: 'Kumar',
  mobile: '9820012345',
  email: `ravi-${++number}@example.org`,
  password: 'lighthouse keeper',
});

/** Somebody who has registered, and whose address waits to be verified. */
export async function addRegistered({ call }: TestApp): Promise<Registration> {
  const details = newcomer();
  const { status } = await call(accounts.register, { body: details });
  if (status !== 201) throw new Error(`a registration was answered ${status}`);
  return details;
}

/** Somebody whose address is verified, and who waits for staff. */
export async function addVerified(program: TestApp): Promise<Registration> {
  const details = await addRegistered(program);
  const { email } = details;
  const { status } = await program.call(accounts.verifyEmail, { body: { email, otp: await codeFor(program, email) } });
  if (status !== 200) throw new Error(`a right code was answered ${status}`);
  return details;
}
