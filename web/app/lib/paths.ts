import type { signOnReturnPath } from '@fairlead/contract/single-sign-on/calls';

const segment = encodeURIComponent;

/**
 * The internal links of the site, except those within the staff area, which public pages need not carry
 * (staff-paths.ts). Screens never write a URL by hand: when a page moves, it changes here and in routes.ts.
 */
export const paths = {
  home: '/',
  courses: '/courses',
  /** The catalogue, narrowed by a search, a category or a format; what is blank is left out. */
  coursesOf: (narrowed: { q?: string | undefined; category?: string | undefined; format?: string | undefined }) => {
    const filled = Object.entries(narrowed).filter((pair): pair is [string, string] => !!pair[1]);
    return filled.length > 0 ? `/courses?${new URLSearchParams(filled)}` : '/courses';
  },
  course: (id: string) => `/courses/${segment(id)}`,
  /** A film that visitors may watch, in the page of its course. */
  openFilm: (courseId: string, film: string) => `/courses/${segment(courseId)}/watch/${segment(film)}`,
  about: '/about',
  contact: '/contact',
  /** The contact page, with a message about a course begun. */
  contactAbout: (course: string) => `/contact?${new URLSearchParams({ course })}`,
  privacy: '/privacy',
  terms: '/terms',
  verifyForm: '/verify',
  /** In the fragment, since browsers do not send it to the server. */
  certificateCode: (code: string) => (code ? `/C#${code}` : '/C'),
  offline: '/offline',
  verify: (certificateNumber: string) => `/verify/${segment(certificateNumber)}`,
  /** A link that a certificate holder shared; the server creates it. */
  shared: (token: string) => `/shared/${segment(token)}`,

  login: '/login',
  staffLogin: '/ornate_backend',
  staffHome: '/admin-dashboard',
  staffAccount: '/admin-dashboard/account',
  register: '/registration',
  otp: '/otp',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  setPassword: '/set-password',
  signedOn: '/signed-on' satisfies typeof signOnReturnPath,

  dashboard: '/dashboard',
  profile: '/profile',
  account: '/account',
  editProfile: '/updateUserProfile',
  /** The same form, opened at one of its fields, by the name that it has in the form. */
  editProfileField: (field: string) => `/updateUserProfile?field=${segment(field)}`,
  enrolmentRequest: '/EnrollmentRequest',
  /** Sends the request for the course that the person has kept on this device (lib/session/kept-request.ts). */
  keptRequest: (courseId: string) => `/courses/${segment(courseId)}/enroll`,
  /** The requirements of a course that the learner does not meet, and how to ask for it all the same. */
  requirements: (courseId: string, batchId?: string) =>
    `/courses/${segment(courseId)}/requirements${batchId ? `?batch=${segment(batchId)}` : ''}`,
  userCourses: '/UserCource',
  courseContent: (courseId: string) => `/courses/${segment(courseId)}/content`,
  training: (courseId: string) => `/training/${segment(courseId)}`,
  test: (courseId: string) => `/testPage/${segment(courseId)}`,
  practice: (courseId: string) => `/practice/${segment(courseId)}`,
  /** The courses that the person has taken aboard on this device. */
  aboard: '/aboard',
  /** Opens them with a PIN, without a network as well. */
  openAboard: '/aboard/open',
  /** The page of the computer of a ship (docs/ship.md). */
  ship: '/ship',
  /** There, the open test of a course. */
  testAboard: (courseId: string) => `/ship/test/${segment(courseId)}`,
  fees: '/fees',
  /** The fee of an enrolment. */
  fee: (enrolmentId: string) => `/fees/${segment(enrolmentId)}`,
  certificateReport: '/certificate-report',
  ownCertificates: '/certificates',
  /** The documents of a learner, with those of the profile and the certificates. */
  ownDocuments: '/documents',
  /** Adds a document that proves one of these codes. */
  addDocument: (codes: readonly string[]) => `/documents?add=${segment(codes.join(','))}`,
  /** Whether the learner may join a ship. */
  mayIJoin: '/may-i-join',
} as const;
