import { handbookPath } from '../../lib/handbook-paths.ts';
import { paths } from '../../lib/paths.ts';

/**
 * Path prefixes that robots must not crawl: pages that need a login, steps towards one, and pages about single
 * certificates, which are personal. The form at /verify itself is allowed.
 */
export const closedToRobots = [
  '/api/',
  paths.staffHome,
  paths.staffLogin,
  paths.dashboard,
  paths.profile,
  paths.account,
  paths.editProfile,
  paths.enrolmentRequest,
  paths.keptRequest('*'),
  paths.userCourses,
  paths.fees,
  paths.certificateReport,
  paths.ownCertificates,
  paths.ownDocuments,
  paths.mayIJoin,
  paths.requirements('*'),
  paths.courseContent('*'),
  paths.training(''),
  paths.test(''),
  paths.practice(''),
  paths.aboard,
  handbookPath(),
  paths.otp,
  paths.resetPassword,
  paths.setPassword,
  paths.signedOn,
  paths.verify(''),
  paths.shared(''),
];
