import { paths } from '../lib/paths.ts';

/** The pages of a learner's own things: in the drawer of a phone, and as a row above their pages on wider screens. */
export const ownPages = [
  { to: paths.userCourses, text: 'My Courses' },
  { to: paths.ownCertificates, text: 'Certificates' },
  { to: paths.ownDocuments, text: 'My Documents' },
  { to: paths.fees, text: 'Fees' },
  { to: paths.mayIJoin, text: 'May I Join?' },
  { to: paths.aboard, text: 'Aboard' },
  { to: paths.account, text: 'Account' },
];
