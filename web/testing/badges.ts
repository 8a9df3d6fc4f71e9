import type { AcademyKeys } from '@fairlead/contract/certificates/calls';
import { academyDid } from '@fairlead/contract/certificates/open-badges/check-badge';
import { credentialsContext, openBadgesContext } from '@fairlead/contract/certificates/open-badges/contexts';
import { type Document, signDocument, toMultikey } from '@fairlead/contract/certificates/open-badges/data-integrity';
import { getPublicKeyAsync, signAsync, utils } from '@noble/ed25519';

const created = '2026-09-05T09:00:00Z';

/** An issuer of badges with a key of its own: the academy at a URL, or somebody who is named by the key (did:key). */
export async function badgeIssuer(publicUrl?: string) {
  const secret = utils.randomSecretKey();
  const key = await getPublicKeyAsync(secret);
  const multikey = toMultikey(key);
  const id = publicUrl === undefined ? `did:key:${multikey}` : academyDid(publicUrl);
  const keyId = publicUrl === undefined ? multikey : 'AAECAwQFBgc';
  const keys: AcademyKeys = {
    asOf: '2026-09-06T09:00:00.000Z',
    keys: [
      {
        id: keyId,
        key: btoa(String.fromCharCode(...key))
          .replace(/\+/g, '-')
          .replace(/\//g, '_')
          .replace(/=+$/, ''),
        validFrom: '2026-01-01T00:00:00.000Z',
        validUntil: null,
      },
    ],
  };
  const sign = (changes: Document = {}, verificationMethod = `${id}#${keyId}`) =>
    signDocument(
      { ...badgeOf(id), ...changes },
      { created, verificationMethod, sign: (message) => signAsync(message, secret) },
    );
  return { id, keys, sign };
}

/** The badge of the certificate of certificates.ts, one that does not expire, not signed yet. */
const badgeOf = (issuer: string): Document => ({
  '@context': [credentialsContext, openBadgesContext],
  id: 'https://academy.example/verify/FMA-2026-ABCDEFGHJKLMN',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: issuer, type: ['Profile'], name: 'Harbour School' },
  validFrom: '2026-09-04T18:30:00Z',
  credentialSubject: {
    type: ['AchievementSubject'],
    identifier: [{ type: 'IdentityObject', hashed: false, identityHash: 'Asha Kumar', identityType: 'name' }],
    licenseNumber: 'FMA-2026-ABCDEFGHJKLMN',
    achievement: {
      id: 'https://academy.example/courses/1',
      type: ['Achievement'],
      name: 'Muster and Rafts',
      description: 'A course.',
      criteria: { narrative: 'The holder has passed its test.' },
    },
  },
});
