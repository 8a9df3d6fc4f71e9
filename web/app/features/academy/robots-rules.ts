import { paths } from '../../lib/paths.ts';

/**
 * What robots keep out of, as prefixes: whatever needs a login, steps on the way to one, and answers about single
 * certificates, which are one person's matter. The form at /verify itself is open.
 */
export const closedToRobots = [
  '/api/',
  paths.staff.home,
  paths.staffLogin,
  paths.dashboard,
  paths.profile,
  paths.account,
  paths.editProfile,
  paths.enrolmentRequest,
  paths.userCourses,
  paths.certificateReport,
  paths.ownCertificates,
  paths.courseContent('*'),
  paths.training(''),
  paths.test(''),
  paths.otp,
  paths.resetPassword,
  paths.setPassword,
  paths.signedOn,
  paths.verify(''),
  paths.shared(''),
];
