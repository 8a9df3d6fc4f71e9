import * as academy from './features/academy/letters.ts';
import * as accounts from './features/accounts/letters.ts';
import * as passkeys from './features/accounts/passkey-letters.ts';
import * as staff from './features/accounts/staff-letters.ts';
import * as assessments from './features/assessments/letters.ts';
import * as certificates from './features/certificates/letters.ts';
import * as enrolments from './features/enrolments/letters.ts';
import * as overview from './features/overview/letters.ts';
import * as ownCertificates from './features/own-certificates/letters.ts';
import * as personalData from './features/personal-data/letters.ts';
import * as seafarers from './features/seafarers/letters.ts';
import * as signOn from './features/single-sign-on/letters.ts';
import * as training from './features/training/letters.ts';
import { isLetterKind, type LetterKind } from './platform/mail/letter.ts';

/** Every email template of the program, in the order in which staff see them. */
export const letters: readonly LetterKind[] = [
  accounts,
  passkeys,
  staff,
  signOn,
  seafarers,
  enrolments,
  training,
  assessments,
  certificates,
  ownCertificates,
  overview,
  personalData,
  academy,
].flatMap(({ ...ofFeature }) => Object.values(ofFeature).filter(isLetterKind));
