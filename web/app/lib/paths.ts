import type { signOnReturnPath } from '@fairlead/contract/single-sign-on';

/**
 * Every internal link of the site. Screens never write a URL by hand: when a page moves, it changes here and in
 * routes.ts.
 */
const segment = encodeURIComponent;

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
  userCourses: '/UserCource',
  courseContent: (courseId: string) => `/courses/${segment(courseId)}/content`,
  training: (courseId: string) => `/training/${segment(courseId)}`,
  test: (courseId: string) => `/testPage/${segment(courseId)}`,
  practice: (courseId: string) => `/practice/${segment(courseId)}`,
  fees: '/fees',
  /** The fee of an enrolment. */
  fee: (enrolmentId: string) => `/fees/${segment(enrolmentId)}`,
  certificateReport: '/certificate-report',
  ownCertificates: '/certificates',

  staff: {
    home: '/admin-dashboard',
    account: '/admin-dashboard/account',
    importUsers: '/admin-dashboard/import-users',
    importedUsers: (id: string) => `/admin-dashboard/import-users/${segment(id)}`,
    unapprovedUsers: '/admin-dashboard/unapproved-users',
    approvedUsers: '/admin-dashboard/approved-users',
    userProfiles: '/admin-dashboard/user-profiles',
    person: (id: string) => `/admin-dashboard/people/${segment(id)}`,
    watchRecord: (enrolmentId: string) => `/admin-dashboard/watching/${segment(enrolmentId)}`,
    courses: '/admin-dashboard/courses',
    course: (id: string) => `/admin-dashboard/courses/${segment(id)}`,
    createCourse: '/admin-dashboard/create-course',
    categories: '/admin-dashboard/categories',
    editCourse: (id: string) => `/admin-dashboard/create-course?course=${segment(id)}`,
    batches: '/admin-dashboard/batches',
    batchesOf: (courseId: string) => `/admin-dashboard/batches?course=${segment(courseId)}`,
    batchCalendar: (month?: string) => `/admin-dashboard/batch-calendar${month ? `?month=${segment(month)}` : ''}`,
    batch: (id: string) => `/admin-dashboard/batches/${segment(id)}`,
    attendance: (batchId: string) => `/admin-dashboard/batches/${segment(batchId)}/attendance`,
    createBatch: '/admin-dashboard/create-batch',
    editBatch: (id: string) => `/admin-dashboard/create-batch?batch=${segment(id)}`,
    enrolmentRequests: '/admin-dashboard/enrollment-request',
    enrolmentQueue: '/admin-dashboard/enrollment-request/one-by-one',
    paymentProofs: '/admin-dashboard/payment-proofs',
    /** The fee of an enrolment, with its ledger. */
    fee: (enrolmentId: string) => `/admin-dashboard/fees/${segment(enrolmentId)}`,
    paymentsOn: (day: string) => `/admin-dashboard/payments?from=${segment(day)}&to=${segment(day)}`,
    uploadTraining: '/admin-dashboard/training-video',
    uploadTrainingFor: (courseId: string) => `/admin-dashboard/training-video?course=${segment(courseId)}`,
    allTraining: '/admin-dashboard/All-training-video',
    createTest: '/admin-dashboard/test-form',
    allTests: '/admin-dashboard/All-tests',
    userResults: '/admin-dashboard/user-results',
    settings: '/admin-dashboard/settings',
    members: '/admin-dashboard/staff',
    messages: '/admin-dashboard/messages',
    message: (id: string) => `/admin-dashboard/messages/${segment(id)}`,
    audit: '/admin-dashboard/audit',
    outbox: '/admin-dashboard/mails-and-jobs',
    userResult: (id: string) => `/admin-dashboard/user-results/${segment(id)}`,
    editTest: (id: string) => `/admin-dashboard/test-form?test=${segment(id)}`,
    testAnalysis: (id: string) => `/admin-dashboard/All-tests/${segment(id)}`,
    correctedKeys: (testId: string) => `/admin-dashboard/All-tests/${segment(testId)}/keys`,
    correctedKey: (testId: string, id: string) =>
      `/admin-dashboard/All-tests/${segment(testId)}/keys?change=${segment(id)}`,
    resultsUnderReview: '/admin-dashboard/doubtful-passes',
    resultsUnderReviewOf: (testId: string) => `/admin-dashboard/doubtful-passes?test=${segment(testId)}`,
    register: '/admin-dashboard/certificates',
    registerOf: (query: string) => `/admin-dashboard/certificates?q=${segment(query)}`,
    /** A list of the staff area, searched for a text. */
    searched: (list: string, query: string) => `${list}?q=${segment(query)}`,
    /** The valid certificates that expire between two days, both included. */
    registerExpiring: (from: string, to: string) =>
      `/admin-dashboard/certificates?state=issued&expiresFrom=${segment(from)}&expiresTo=${segment(to)}`,
  },
} as const;
