import type { EmailTemplate } from '@fairlead/contract/academy/email-templates';
import type { Settings } from '@fairlead/contract/academy/settings';
import type { SubmittedAttempt, Test } from '@fairlead/contract/assessments/calls';
import type { ResultUnderReview } from '@fairlead/contract/assessments/corrected-keys';
import { newTestSettings } from '@fairlead/contract/assessments/test-settings';
import type { EnrolmentRequest, OwnEnrolment } from '@fairlead/contract/enrolments/calls';
import type { TrainingSet } from '@fairlead/contract/training/calls';
import type { Film } from '@fairlead/contract/training/films';
import { courseOf } from './courses.ts';
import { profileOf } from './profiles.ts';
import { standingOf } from './standings.ts';

/** Complete records as the server returns them, with the parts that matter to a test. */

export const moment = '2026-09-05T09:00:00.000Z';

/** The id of the n-th record of a kind, which is named by eight digits. */
export const idOf = (kind: string, n = 1): string => `${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;

const course = courseOf();

const question = (n: number, questionText: string, options: string[], correctAnswer: string, topic: string) => ({
  _id: idOf('40000000', n),
  questionText,
  options,
  correctAnswer,
  topic,
});

/** Two questions, whose right answers are the second of each. */
export const questions = [
  question(
    1,
    'Where is a life raft launched?',
    ['To windward', 'To leeward', 'Astern', 'Ahead'],
    'To leeward',
    'Rafts',
  ),
  question(
    2,
    'What is the signal to muster?',
    ['One long', 'Seven short, one long', 'A bell', 'None'],
    'Seven short, one long',
    '',
  ),
];

export const testOf = (part: Partial<Test> = {}): Test => ({
  _id: idOf('30000000'),
  courseId: course._id,
  courseTitle: course.title,
  title: 'HAZMAT: test',
  passMark: 60,
  isPublished: true,
  version: 1,
  questions,
  settings: newTestSettings,
  guessable: false,
  ...part,
});

export const submittedOf = (part: Partial<SubmittedAttempt> = {}): SubmittedAttempt => ({
  _id: idOf('20000000'),
  testId: idOf('30000000'),
  courseId: course._id,
  courseTitle: course.title,
  testTitle: 'HAZMAT: test',
  userId: idOf('10000000'),
  userName: 'Asha Nair',
  userEmail: 'asha.nair@example.org',
  answers: questions.map(({ _id, options }) => ({ questionId: _id, selectedAnswer: options[0] ?? '' })),
  score: 0,
  totalQuestions: 2,
  percentage: 0,
  passed: false,
  timeTaken: 60,
  submittedAt: moment,
  signs: [],
  ...part,
});

export const resultUnderReviewOf = (part: Partial<ResultUnderReview> = {}): ResultUnderReview => ({
  _id: idOf('20000000'),
  userId: idOf('10000000'),
  userName: 'Asha Nair',
  userEmail: 'asha.nair@example.org',
  testId: idOf('30000000'),
  testTitle: 'HAZMAT: test',
  courseTitle: course.title,
  score: 1,
  totalQuestions: 2,
  percentage: 50,
  passMark: 60,
  certificateId: idOf('60000000'),
  certNo: 'FMA-2026-ABCDEFGHJKMNP',
  certificateStatus: 'issued',
  since: moment,
  correctedBecause: 'Typed wrongly',
  ...part,
});

export const filmOf = (serial: number, part: Partial<Film> = {}): Film => ({
  _id: idOf('70000000', serial),
  kind: 'film',
  serial,
  title: `Raft ${serial}`,
  url: '/uploads/no-such-film.mp4',
  duration: 6,
  sizeBytes: 1_000_000,
  ladder: null,
  poster: null,
  versions: [],
  texts: [],
  preparation: null,
  originalPlays: true,
  subtitles: null,
  openToVisitors: false,
  highestSpeed: 2,
  checks: [],
  completed: false,
  olderVersion: null,
  locked: false,
  position: 0,
  watchedSeconds: 0,
  watched: [],
  ...part,
});

export const trainingOf = (films: Film[], part: Partial<TrainingSet> = {}): TrainingSet => ({
  _id: idOf('71000000'),
  courseId: course._id,
  courseTitle: course.title,
  title: 'Survival at sea',
  trainingVideo: films,
  submitted: false,
  practiceQuestions: 0,
  ...part,
});

export const noProgress = {
  filmsCompleted: 0,
  filmsTotal: 1,
  packagesTotal: 0,
  percent: 0,
  trainingSubmitted: false,
  testPassed: false,
};

const stateOf = ({ status, progress }: Partial<OwnEnrolment>) => {
  if (status === 'pending') return 'requested';
  if (status === 'rejected') return 'declined';
  if (progress?.testPassed) return 'certified';
  return progress?.trainingSubmitted ? 'test-open' : 'training';
};

export const enrolmentOf = (part: Partial<OwnEnrolment> = {}): OwnEnrolment => ({
  ...standingOf(part.state ?? stateOf(part)),
  _id: idOf('80000000'),
  status: 'approved',
  isActive: true,
  requestedAt: moment,
  courseId: course,
  progress: noProgress,
  fee: null,
  practiceQuestions: 0,
  ...part,
});

export const requestOf = (part: Partial<EnrolmentRequest> = {}): EnrolmentRequest => ({
  _id: idOf('80000000'),
  userId: { _id: idOf('10000000'), email: 'asha.nair@example.org' },
  userName: 'Asha Nair',
  courseTitle: course.title,
  courseDescription: course.description,
  courseDuration: course.duration,
  coursePrice: course.price,
  courseCategory: course.category,
  isActive: false,
  status: 'pending',
  state: 'requested',
  declined: null,
  courseId: course._id,
  requestedAt: moment,
  batch: null,
  fee: null,
  profile: profileOf(),
  eligibility: { missing: [], toCheck: [] },
  warnings: [],
  alsoRequests: 0,
  ...part,
});

/** The email template of an approval; when it was changed, or null for the default text. */
export const emailTemplateOf = (changedAt: string | null): EmailTemplate => ({
  key: 'approved',
  group: 'Accounts',
  when: 'A registration is approved.',
  subject: 'Welcome',
  text: 'Welcome aboard, {name}!',
  changedAt,
  placeholders: [{ name: 'name', sample: 'Asha Nair' }],
});

/** The brand of the academy of every page. */
export const academyBrand = {
  name: 'Fairlead Maritime Academy',
  email: 'office@academy.example',
  phone: '+91 22 2345 6789',
  city: 'Mumbai',
  facebook: '',
  instagram: '',
  linkedin: '',
  recognition: '',
  logo: null,
} satisfies Omit<Settings['brand'], 'noRecognition'>;

/** An academy that records no fees. */
const feeSettings: Settings['fees'] = {
  isOn: false,
  bank: { accountName: '', accountNumber: '', ifsc: '', bankName: '' },
  upiId: '',
  desk: '',
  legalName: '',
  address: '',
  gstin: '',
  gstRate: 18,
  pricesIncludeTax: true,
  remindsOverdue: false,
  sac: '9992',
};

export const settingsOf = (part: Partial<Settings> = {}): Settings => ({
  brand: { ...academyBrand, noRecognition: true },
  certificates: { certificatePrefix: 'FMA', signatoryName: 'A. Nair', signatoryTitle: 'Principal', signature: null },
  retention: {
    unverifiedRegistrations: null,
    refusedRegistrations: null,
    identityDocuments: null,
    dormantAccounts: null,
    contactMessages: null,
    networkAddresses: null,
  },
  digest: { hour: 7 },
  attendance: { mostAbsentPercent: 50 },
  fees: feeSettings,
  secondFactor: { required: true, until: null },
  mail: { delivery: 'files', from: 'office@academy.example', operator: null, server: null },
  malwareScanner: false,
  ...part,
});
