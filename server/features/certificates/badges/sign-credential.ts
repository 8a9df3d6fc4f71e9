import { sign } from 'node:crypto';
import { academyDid } from '@fairlead/contract/certificates/open-badges/check-badge';
import { type Document, signDocument } from '@fairlead/contract/certificates/open-badges/data-integrity';
import { datedBy } from '../../../platform/keys/keys.ts';
import type { Platform } from '../../../platform/platform.ts';
import { stampOf } from './badge-credential.ts';

/** Signs a credential in the academy's name with the key for facts. */
export async function signCredential<D extends Document>(
  { keys, config, clock }: Pick<Platform, 'keys' | 'config' | 'clock'>,
  credential: D,
) {
  const key = await keys.facts();
  return signDocument(credential, {
    created: stampOf(new Date(datedBy(key, clock()) * 1000)),
    verificationMethod: `${academyDid(config.publicUrl)}#${key.id}`,
    sign: (message) => sign(null, message, key.privateKey),
  });
}
