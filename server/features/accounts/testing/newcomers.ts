import { accounts, type Registration } from '@fairlead/contract/accounts/calls';
import type { TestApp } from '../../../testing/app.ts';
import { codeFor } from './owners.ts';

let number = 0;

/** The registration of a new person. */
export const newcomer = (): Registration => ({
  tittle: 'Mr',
  firstName: 'Ravi',
  lastName: 'Kumar',
  mobile: '9820012345',
  email: `ravi-${++number}@example.org`,
  password: 'lighthouse keeper',
});

/** A registered person whose email address is not verified yet. */
export async function addRegistered({ call }: TestApp): Promise<Registration> {
  const details = newcomer();
  const { status } = await call(accounts.register, { body: details });
  if (status !== 201) throw new Error(`a registration was answered ${status}`);
  return details;
}

/** A person with a verified email address, who waits for approval. */
export async function addVerified(program: TestApp): Promise<Registration> {
  const details = await addRegistered(program);
  const { email } = details;
  const { status } = await program.call(accounts.verifyEmail, { body: { email, otp: await codeFor(program, email) } });
  if (status !== 200) throw new Error(`a right code was answered ${status}`);
  return details;
}
