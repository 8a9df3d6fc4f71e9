import type { Queryable, Tx } from '../../platform/db/database.ts';

/** The facts that a certificate of this enrolment would state today; undefined without a profile. */
export const findFacts = (tx: Tx, enrolmentId: string) =>
  tx
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('seafarerProfile as profile', 'profile.accountId', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select([
      'account.email',
      'profile.name',
      'profile.birthDate',
      'profile.passportNumber',
      'profile.cdcNumber',
      'profile.indosNumber',
      'profile.gradeNumber',
      'profile.profilePictureId as portraitId',
      'profile.identityChangedAt',
      'course.title as courseTitle',
      'course.regulations',
      'course.subjects',
      'course.validityMonths',
    ])
    .where('enrolment.id', '=', enrolmentId)
    .executeTakeFirst();

const certificates = (db: Queryable) =>
  db
    .selectFrom('certificate')
    .leftJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
    .leftJoin('certificate as successor', 'successor.id', 'certificate.supersededBy')
    .select([
      'certificate.id',
      'certificate.number',
      'certificate.accountId',
      'certificate.status',
      'certificate.name',
      'certificate.email',
      'certificate.birthDate',
      'certificate.passportNumber',
      'certificate.cdcNumber',
      'certificate.indosNumber',
      'certificate.gradeNumber',
      'certificate.courseTitle',
      'certificate.issuedOn',
      'certificate.expiresOn',
      'certificate.revokedAt',
      'successor.number as replacedBy',
      'pdf.filename as pdf',
    ]);

/** A learner's certificates for a course, newest first: several if it was renewed. */
export const listOwnCertificates = (db: Queryable, accountId: string, courseId: string) =>
  certificates(db)
    .where('certificate.accountId', '=', accountId)
    .where('certificate.courseId', '=', courseId)
    .orderBy('certificate.id', 'desc')
    .execute();

/** @param number as written on the certificate; see normalizeCertificateNumber. */
export const findCertificateByNumber = (db: Queryable, number: string) =>
  certificates(db).where('certificate.number', '=', number).executeTakeFirst();

/** All data that is rendered, with the photograph as of the issue; undefined when there is no such certificate. */
export const findSheet = (db: Queryable, id: string) =>
  db
    .selectFrom('certificate')
    .leftJoin('storedFile as portrait', 'portrait.id', 'certificate.portraitId')
    .selectAll('certificate')
    .select('portrait.filename as portrait')
    .where('certificate.id', '=', id)
    .executeTakeFirst();
export type Sheet = NonNullable<Awaited<ReturnType<typeof findSheet>>>;

/**
 * Every certificate that was withdrawn, earliest first: revoked, or replaced by a newer one. Offline verification
 * checks against this list.
 */
export const listWithdrawals = (db: Queryable) =>
  db
    .selectFrom('certificate')
    .select((e) => [
      'number',
      'codeDigest',
      e
        .selectFrom('certificateEvent as event')
        .select('event.sealIndex')
        .whereRef('event.certificateId', '=', 'certificate.id')
        .where('event.kind', 'in', ['revoke', 'supersede'])
        .orderBy('event.at', 'desc')
        .limit(1)
        .as('entry'),
      e.fn.coalesce('revokedAt', 'supersededAt').$castTo<Date>().as('at'),
      e.ref('status').$castTo<'revoked' | 'superseded'>().as('kind'),
    ])
    .where('status', 'in', ['revoked', 'superseded'])
    .orderBy((e) => e.fn.coalesce('revokedAt', 'supersededAt'))
    .orderBy('id')
    .execute();
export type Withdrawal = Awaited<ReturnType<typeof listWithdrawals>>[number];
