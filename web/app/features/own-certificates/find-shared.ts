import { ownCertificates } from '@fairlead/contract/own-certificates';
import { ApiError, call } from '../../lib/api-client.ts';
import { type Certificate, certificateOf } from '../certificates/wire.ts';

/** What a holder's link shows: the whole certificate, its PDF, and until when. */
export type SharedCertificate = Certificate & { pdf: { url: string } | null; linkExpiresAt: string };

/**
 * Opens a link; null when it has ended or never was. It stands apart from the holder's queries, whose cache of server
 * data a public page shall not load.
 */
export async function findShared(token: string): Promise<SharedCertificate | null> {
  try {
    const { data } = await call(ownCertificates.openShare, { params: { token } });
    return { ...certificateOf(data), pdf: data.pdfPath, linkExpiresAt: data.linkExpiresAt };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
