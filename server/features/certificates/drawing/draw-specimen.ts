import type { Course } from '@fairlead/contract/courses/calls';
import type { CalendarDate } from '../../../platform/calendar.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy } from '../../academy/index.ts';
import { approvalOnCertificate, heldToInWords, lastDayBy } from '../../courses/index.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import { verifyUrl } from '../wire.ts';
import { ofAcademy, readPictures } from './drawn-sheet.ts';

/** The part of the certificate press that draws it. */
export type SpecimenPress = { picture: (facts: CertificateFacts) => Promise<Buffer> };

/** How many specimens one person may have drawn: real certificates are drawn by the same process. */
const drawings = { max: 30, seconds: 15 * 60 };

/** In the place of a number: no certificate has it, so that a check finds none. */
const noNumber = 'SPECIMEN';

/**
 * A WebP picture of what a certificate of the course would look like, with SPECIMEN across it. Nothing is stored,
 * signed or logged, no number is taken, and the picture of the signature is left out.
 *
 * @throws AppError `too-many` for a reader who has had too many drawn.
 */
export async function drawSpecimen(
  platform: Pick<Platform, 'db' | 'config' | 'files' | 'clock'>,
  press: SpecimenPress,
  { course, today, reader }: { course: Course; today: CalendarDate; reader: string },
): Promise<Buffer> {
  const { db, config, clock } = platform;
  await consume(db, { key: `specimen:${reader}`, ...drawings }, clock());
  const academy = await getAcademy(db, config);
  const { pictures } = await readPictures(platform, { photo: null, signature: null, logo: academy.logo });
  const { title, regulations, subject, rule } = course;
  return press.picture({
    ...ofAcademy(academy),
    ...pictures,
    isSpecimen: true,
    number: noNumber,
    name: 'Name of the Learner',
    ownScriptName: '',
    birthDate: null,
    passportNumber: 'As in the profile',
    cdcNumber: '',
    indosNumber: '',
    gradeNumber: '',
    courseTitle: title,
    regulations,
    heldTo: heldToInWords(rule),
    ...approvalOnCertificate(rule, today),
    boundTo: rule.boundTo,
    subjects: subject,
    issuedOn: today,
    createdAt: clock(),
    expiresOn: lastDayBy(rule, today),
    logEntry: 0,
    verifyUrl: verifyUrl(config, noNumber),
  });
}
