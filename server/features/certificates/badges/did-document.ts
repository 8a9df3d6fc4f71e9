import { academyDid } from '@fairlead/contract/certificates/open-badges/check-badge';
import { toMultikey } from '@fairlead/contract/certificates/open-badges/data-integrity';
import type { PublicKey } from '../../../platform/keys/keys.ts';

/**
 * The academy's DID document (did:web): every key for facts that ever existed. An ended key states when it ended, and
 * stays one for assertions: its private half is deleted, and what it has signed remains valid.
 */
export function didDocument(publicUrl: string, keys: readonly PublicKey[]) {
  const id = academyDid(publicUrl);
  const methods = keys.map(({ id: keyId, key, validUntil }) => ({
    id: `${id}#${keyId}`,
    type: 'Multikey',
    controller: id,
    publicKeyMultibase: toMultikey(Buffer.from(key, 'base64url')),
    ...(validUntil && { expires: `${validUntil.toISOString().slice(0, 19)}Z` }),
  }));
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    verificationMethod: methods,
    assertionMethod: methods.map((method) => method.id),
  };
}
