import { createHash, randomBytes } from 'node:crypto';
import { statusListPath } from '@fairlead/contract/certificates/badges';
import { academyDid } from '@fairlead/contract/certificates/open-badges/check-badge';
import { credentialsContext, openBadgesContext } from '@fairlead/contract/certificates/open-badges/contexts';
import { listLength } from '@fairlead/contract/certificates/open-badges/status-list';
import { addDays, startOfDay } from '../../../platform/calendar.ts';
import type { Config } from '../../../settings/config.ts';
import type { Academy } from '../../academy/index.ts';
import { verifyUrl } from '../wire.ts';
import { emblemPath } from './emblem.ts';
import type { BadgeRow } from './queries.ts';

type Dependencies = { config: Pick<Config, 'publicUrl' | 'timeZone'>; academy: Pick<Academy, 'name' | 'email'> };

/** A time as a credential states it, in whole seconds. */
export const stampOf = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

/**
 * A certificate as an Open Badge 3.0, not signed yet. It states no more of its holder than the name: a badge is shown
 * to many. The email is salted and hashed, so that only somebody who knows it can compare it; passport, date of birth,
 * CDC, INDoS and grade numbers are left out.
 *
 * @param statusIndex the certificate's place in the status lists.
 */
export function badgeCredential(certificate: BadgeRow, statusIndex: number, { config, academy }: Dependencies) {
  const { number, name, email, courseId, courseTitle, regulations, issuedOn, expiresOn } = certificate;
  const { publicUrl, timeZone } = config;
  const list = `${publicUrl}${statusListPath(Math.floor(statusIndex / listLength))}`;
  const place = String(statusIndex % listLength);
  return {
    '@context': [credentialsContext, openBadgesContext],
    id: verifyUrl(config, number),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: courseTitle,
    issuer: {
      id: academyDid(publicUrl),
      type: ['Profile'],
      name: academy.name,
      url: publicUrl,
      ...(academy.email && { email: academy.email }),
    },
    validFrom: stampOf(startOfDay(issuedOn, timeZone)),
    // A certificate is valid to the end of its last day.
    ...(expiresOn !== null && {
      validUntil: stampOf(new Date(startOfDay(addDays(expiresOn, 1), timeZone).getTime() - 1000)),
    }),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [inClear(name), hashed(email)],
      licenseNumber: number,
      achievement: {
        id: `${publicUrl}/courses/${courseId}`,
        type: ['Achievement'],
        achievementType: 'Certificate',
        name: courseTitle,
        description: [`A course of ${academy.name}.`, regulations].filter(Boolean).join(' '),
        criteria: { narrative: criteriaOf(certificate) },
        ...(certificate.approvedBy && approvalOf(certificate)),
        image: { id: `${publicUrl}${emblemPath}`, type: 'Image', caption: 'A medal with an anchor' },
      },
    },
    credentialStatus: {
      id: `${list}#${place}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: place,
      statusListCredential: list,
    },
  };
}

/** The approval of the course: Open Badges 3.0 has no field for it, and lets an issuer name identifiers of its own. */
const approvalOf = ({ approvedBy, approvalNumber }: BadgeRow) => ({
  otherIdentifier: [
    { type: 'IdentifierEntry', identifier: approvedBy, identifierType: 'ext:approvedBy' },
    { type: 'IdentifierEntry', identifier: approvalNumber, identifierType: 'ext:approvalNumber' },
  ],
});

const criteriaOf = ({ heldTo, approvedBy, approvalNumber, boundTo, subjects }: BadgeRow): string =>
  [
    'The holder has completed the training and passed its test.',
    ...(heldTo ? [`The course was held to: ${heldTo}.`] : []),
    ...(approvedBy ? [`The course was approved by ${approvedBy}, approval number ${approvalNumber}.`] : []),
    ...(boundTo ? [`It is valid while this document is: ${boundTo}.`] : []),
    ...((subjects as string[]).length > 0 ? [`Subjects: ${(subjects as string[]).join('; ')}.`] : []),
  ].join(' ');

const inClear = (name: string) => ({
  type: 'IdentityObject',
  hashed: false,
  identityHash: name,
  identityType: 'name',
});

/** The digest of a text with a random salt behind it (IdentityObject, Open Badges 3.0, B.1.19). */
function hashed(email: string) {
  const salt = randomBytes(16).toString('hex');
  const digest = createHash('sha256').update(`${email}${salt}`).digest('hex');
  return {
    type: 'IdentityObject',
    hashed: true,
    identityHash: `sha256$${digest}`,
    identityType: 'emailAddress',
    salt,
  };
}
