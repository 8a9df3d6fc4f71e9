import { certificates } from '@fairlead/contract/certificates/calls';
import { ApiError, call } from '../../lib/calls/api-client.ts';
import { certificateOf, type Disputed, type RegisteredCertificate } from './wire.ts';

/**
 * A certificate by its number, as the public may see it; null when the register has none. It does not use the query
 * cache of the holder's pages, so that public pages need not load that code.
 */
export async function findCertificate(number: string): Promise<RegisteredCertificate | Disputed | null> {
  try {
    const { data } = await call(certificates.verify, { params: { number } });
    return { ...certificateOf(data), checkedAt: new Date().toISOString() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    if (error instanceof ApiError && error.code === 'disputed') return 'disputed';
    throw error;
  }
}
