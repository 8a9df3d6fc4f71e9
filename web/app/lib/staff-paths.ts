const segment = encodeURIComponent;

/** The internal links within the staff area, as `paths` has those of the other pages. */
export const staffPaths = {
  importUsers: '/admin-dashboard/import-users',
  importSheet: (sheet: string) => `/admin-dashboard/import-users?sheet=${encodeURIComponent(sheet)}`,
  /** One new person, who is imported like a list with one row. */
  addUser: '/admin-dashboard/import-users#one-person',
  importInto: (batchId: string) => `/admin-dashboard/import-users?batch=${segment(batchId)}`,
  importedUsers: (id: string) => `/admin-dashboard/import-users/${segment(id)}`,
  counter: '/admin-dashboard/counter',
  unapprovedUsers: '/admin-dashboard/unapproved-users',
  approvedUsers: '/admin-dashboard/approved-users',
  userProfiles: '/admin-dashboard/user-profiles',
  documentsToCheck: '/admin-dashboard/documents-to-check',
  person: (id: string) => `/admin-dashboard/people/${segment(id)}`,
  watchRecord: (enrolmentId: string) => `/admin-dashboard/watching/${segment(enrolmentId)}`,
  courses: '/admin-dashboard/courses',
  course: (id: string) => `/admin-dashboard/courses/${segment(id)}`,
  courseRule: (id: string) => `/admin-dashboard/courses/${segment(id)}/rule`,
  createCourse: '/admin-dashboard/create-course',
  categories: '/admin-dashboard/categories',
  editCourse: (id: string) => `/admin-dashboard/create-course?course=${segment(id)}`,
  batches: '/admin-dashboard/batches',
  /** The batches with class between two days, by first day. */
  batchesBetween: (from: string, to: string) => `/admin-dashboard/batches?sort=firstDay&from=${from}&to=${to}`,
  batchesOf: (courseId: string) => `/admin-dashboard/batches?course=${segment(courseId)}`,
  batchCalendar: (month?: string) => `/admin-dashboard/batch-calendar${month ? `?month=${segment(month)}` : ''}`,
  batch: (id: string) => `/admin-dashboard/batches/${segment(id)}`,
  addToBatch: (id: string) => `/admin-dashboard/batches/${segment(id)}/add`,
  attendance: (batchId: string) => `/admin-dashboard/batches/${segment(batchId)}/attendance`,
  createBatch: '/admin-dashboard/create-batch',
  copyBatch: (id: string) => `/admin-dashboard/create-batch?like=${segment(id)}`,
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
  aboard: '/admin-dashboard/aboard',
  createTest: '/admin-dashboard/test-form',
  createTestFor: (courseId: string) => `/admin-dashboard/test-form?course=${segment(courseId)}`,
  allTests: '/admin-dashboard/All-tests',
  userResults: '/admin-dashboard/user-results',
  settings: '/admin-dashboard/settings',
  members: '/admin-dashboard/staff',
  messages: '/admin-dashboard/messages',
  message: (id: string) => `/admin-dashboard/messages/${segment(id)}`,
  /** Verdicts on who can join a ship; a question as the page's URL has it, or none. */
  fitToJoin: (question?: Readonly<Record<string, string>>) =>
    `/admin-dashboard/fit-to-join${question ? `?${new URLSearchParams(question)}` : ''}`,
  fitPerson: (id: string, question?: Readonly<Record<string, string>>) =>
    `/admin-dashboard/fit-to-join/${segment(id)}${question ? `?${new URLSearchParams(question)}` : ''}`,
  checklists: '/admin-dashboard/checklists',
  checklist: (id: string) => `/admin-dashboard/checklists/${segment(id)}`,
  checklistDifference: (id: string, from: number, to: number) =>
    `/admin-dashboard/checklists/${segment(id)}/difference?from=${from}&to=${to}`,
  createChecklist: '/admin-dashboard/create-checklist',
  editChecklist: (id: string) => `/admin-dashboard/create-checklist?edition-of=${segment(id)}`,
  audit: '/admin-dashboard/audit',
  inspectionPacks: '/admin-dashboard/inspection-packs',
  inspectionPackOf: (batchId: string) => `/admin-dashboard/inspection-packs?batch=${segment(batchId)}`,
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
  heldCertificates: '/admin-dashboard/certificates?state=held',
  registerOf: (query: string) => `/admin-dashboard/certificates?q=${segment(query)}`,
  /** A list of the staff area, searched for a text. */
  searched: (list: string, query: string) => `${list}?q=${segment(query)}`,
  /** The valid certificates that expire between two days, both included. */
  registerExpiring: (from: string, to: string) =>
    `/admin-dashboard/certificates?state=issued&expiresFrom=${segment(from)}&expiresTo=${segment(to)}`,
} as const;
