import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { ApiError, call } from '../../../lib/calls/api-client.ts';
import { type Certificate, certificateOf } from '../wire.ts';

/** The content of a shared link: the whole certificate, its PDF and picture, and the end of the link. */
export type SharedCertificate = Certificate & {
  pdf: { url: string } | null;
  picture: { url: string } | null;
  linkExpiresAt: string;
  /** When the register answered, by the device's clock. */
  checkedAt: string;
};

/**
 * Opens a shared link; null when it has ended or never existed. It does not use the query cache of the holder's pages,
 * so that public pages need not load that code.
 */
export async function findShared(token: string): Promise<SharedCertificate | null> {
  try {
    const { data } = await call(ownCertificates.openShare, { params: { token } });
    return { ...certificateOf(data), checkedAt: new Date().toISOString() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
