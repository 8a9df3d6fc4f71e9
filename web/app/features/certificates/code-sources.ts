import { certificates } from '@fairlead/contract/certificates';
import { call, isRefusal } from '../../lib/api-client.ts';
import { dayOf } from '../../lib/dates.ts';
import type { Sources } from './check-code.ts';
import { findCertificate } from './find-certificate.ts';

/** A register that has not answered within this time counts as out of reach, in milliseconds. */
const patience = 10_000;

/**
 * The academy's register and lists. The lists come from the service worker when there is no network, as they were seen
 * last; the register is asked for the number alone.
 */
export const codeSources = (timeZone: string): Sources => ({
  keys: () => unlessUnreachable(call(certificates.keys).then(({ data }) => data)),
  withdrawals: () => unlessUnreachable(call(certificates.withdrawals).then(({ data }) => data)),
  register: (number) => unlessUnreachable(Promise.race([findCertificate(number), tooLate()])),
  today: dayOf(new Date(), timeZone),
});

const tooLate = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));

async function unlessUnreachable<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    // Too many checks, a fault of the server, or no link: in each case what is kept has to do.
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
