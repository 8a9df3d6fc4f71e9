// Made by generate-schema.ts from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A value of a jsonb column. It is read parsed and written with JSON.stringify. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type AcademyTable = {
  id: string;
  onlyOne: Generated<boolean>;
  knownAt: Date;
  vaultDigest: string | null;
};

export type AcademySettingsTable = {
  onlyOne: Generated<boolean>;
  name: string | null;
  email: string | null;
  phone: string | null;
  city: string | null;
  facebook: string | null;
  instagram: string | null;
  linkedin: string | null;
  recognition: string | null;
  logoId: string | null;
  certificatePrefix: string | null;
  signatoryName: string | null;
  signatoryTitle: string | null;
  signatureId: string | null;
  retention: ColumnType<JsonValue, string | undefined, string>;
  digestHour: number | null;
  secondFactorPutOff: Generated<boolean>;
  secondFactorPutOffUntil: string | null;
  secondFactorRequiredSince: Date | null;
  mostAbsentPercent: number | null;
  fees: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  stepsLeft: Generated<string[]>;
  mailTestedAt: Date | null;
  mailHost: string | null;
  mailPort: number | null;
  mailEncryption: 'starttls' | 'tls' | null;
  mailUser: string | null;
  sealedMailPassword: string | null;
  featuredCourses: Generated<string[]>;
  homeText: string | null;
  aboutText: string | null;
  news: ColumnType<JsonValue, string | undefined, string>;
  sampleCourse: 'added' | 'removed' | null;
};

export type AccountTable = {
  id: Generated<string>;
  email: string;
  prefix: 'Mr' | 'Mrs' | 'Dr' | 'Prof' | 'Ms' | 'Miss' | 'Capt.' | 'None';
  firstName: string;
  lastName: string;
  mobile: string;
  passwordHash: string;
  role: Generated<'learner' | 'registrar' | 'instructor' | 'admin'>;
  emailVerifiedAt: Date | null;
  approvedAt: Date | null;
  approvedBy: string | null;
  disabledAt: Date | null;
  createdAt: Generated<Date>;
  refusedAt: Date | null;
  refusedBy: string | null;
  refusalReason: string | null;
  wantsDailyMail: Generated<boolean>;
  erasedAt: Date | null;
  lastSeenAt: Date | null;
  invitedAt: Date | null;
  secondFactorDue: Date | null;
  confirmedMobile: string | null;
  invitedAgainAt: Date | null;
  foldedName: GeneratedAlways<string>;
};

export type AnswerKeyCorrectionTable = {
  id: Generated<string>;
  assessmentId: string;
  questionText: string;
  oldAnswer: string;
  newAnswer: string;
  reason: string;
  changedBy: string;
  changedAt: Date;
};

export type AssessmentTable = {
  id: Generated<string>;
  courseId: string;
  isPublished: Generated<boolean>;
  createdAt: Date;
  guessing: Generated<'prevented' | 'possible' | 'accepted'>;
};

export type AssessmentVersionTable = {
  id: Generated<string>;
  assessmentId: string;
  number: number;
  title: string;
  passMark: number;
  createdAt: Date;
  createdBy: string | null;
  shuffleQuestions: Generated<boolean>;
  shuffleOptions: Generated<boolean>;
  minutes: number | null;
  attemptsAllowed: number | null;
  hoursBetween: number | null;
  review: Generated<'score' | 'answers' | 'correct'>;
  noteLeaving: Generated<boolean>;
  draws: ColumnType<JsonValue, string | undefined, string>;
  waitGrows: Generated<boolean>;
  failedScore: Generated<'exact' | 'rough'>;
};

export type AttemptTable = {
  id: Generated<string>;
  enrolmentId: string;
  versionId: string;
  startedAt: Date;
  submittedAt: Date | null;
  score: number | null;
  totalQuestions: number | null;
  passed: boolean | null;
  paper: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  deadline: Date | null;
  courseId: string;
  guessSigns: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  scoreParts: Generated<number>;
  revision: Generated<number>;
};

export type AttemptAbsenceTable = {
  attemptId: string;
  fromSecond: number;
  seconds: number;
};

export type AttemptAnswerTable = {
  attemptId: string;
  questionId: string;
  selectedOption: number | null;
  answeredAt: Date | null;
  selection: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  revision: Generated<number>;
};

export type AttemptGrantTable = {
  id: Generated<string>;
  attemptId: string;
  reason: string;
  grantedBy: string;
  grantedAt: Date;
};

export type AttemptRegradeTable = {
  attemptId: string;
  keyChangeId: string;
  oldScore: number;
  newScore: number;
  gainedPass: boolean;
  oldParts: Generated<number>;
  newParts: Generated<number>;
};

export type AttemptToSumTable = {
  attemptId: string;
};

export type AttendanceTable = {
  enrolmentId: string;
  batchId: string;
  day: string;
  half: 'morning' | 'afternoon';
  mark: 'present' | 'absent' | 'made-up';
  markedBy: string;
  markedAt: Date;
  replacedMark: 'present' | 'absent' | 'made-up' | null;
  replacedBy: string | null;
};

export type AuditEventTable = {
  id: Generated<string>;
  at: Generated<Date>;
  actorId: string | null;
  action: string;
  subjectKind: string;
  subjectId: string;
  details: ColumnType<JsonValue, string | undefined, string>;
  address: string | null;
  device: string | null;
  salt: string | null;
  digest: string;
  sealIndex: number | null;
  sealHash: string | null;
};

export type BatchTable = {
  id: Generated<string>;
  courseId: string;
  code: string;
  firstDay: string;
  lastDay: string;
  restDays: ColumnType<JsonValue, string | undefined, string>;
  startsAt: string;
  endsAt: string;
  venue: string;
  seats: number;
  instructorId: string | null;
  state: Generated<'open' | 'closed' | 'cancelled'>;
  version: Generated<number>;
  createdAt: Date;
};

export type CalendarFeedTable = {
  accountId: string;
  tokenHash: string;
  createdAt: Date;
  kind: 'certificates' | 'batches';
};

export type CertificateTable = {
  id: Generated<string>;
  number: string;
  enrolmentId: string;
  attemptId: string;
  accountId: string;
  courseId: string;
  status: 'held' | 'issued' | 'revoked' | 'superseded';
  name: string;
  email: string;
  birthDate: string;
  passportNumber: string;
  cdcNumber: string;
  indosNumber: string;
  gradeNumber: string;
  courseTitle: string;
  regulations: string;
  subjects: ColumnType<JsonValue, string, string>;
  percentage: number;
  issuedOn: string;
  expiresOn: string | null;
  pdfFileId: string | null;
  revokedAt: Date | null;
  revocationReason: string | null;
  supersededBy: string | null;
  createdAt: Date;
  logId: Generated<string>;
  supersededAt: Date | null;
  supersession: 'renewal' | 'correction' | null;
  revokedBy: string | null;
  portraitId: string | null;
  codeDigest: string | null;
  ownScriptName: Generated<string>;
  statusIndex: number | null;
  timeStampedUntil: Date | null;
  pictureFileId: string | null;
  ruleId: string | null;
  heldTo: Generated<string>;
  refresherDue: string | null;
  boundTo: Generated<string>;
  foldedName: GeneratedAlways<string>;
  drawnWith: string | null;
  approvedBy: Generated<string>;
  approvalNumber: Generated<string>;
};

export type CertificateEventTable = {
  id: Generated<string>;
  at: Date;
  kind: 'issue' | 'correct' | 'supersede' | 'revoke' | 'record';
  certificateId: string;
  subject: string;
  salt: string | null;
  digest: string;
  sealIndex: number | null;
  sealHash: string | null;
};

export type CertificateShareTable = {
  id: Generated<string>;
  certificateId: string;
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
};

export type ChainHeadTable = {
  chain: 'audit' | 'certificates';
  size: Generated<number>;
  hash: Generated<string>;
  sealedAt: Date | null;
};

export type ChangeVersionTable = {
  topic: string;
  version: Generated<number>;
};

export type ChecklistTable = {
  id: Generated<string>;
  name: string;
  nameKey: GeneratedAlways<string>;
  createdAt: Date;
  createdBy: string | null;
  archivedAt: Date | null;
};

export type ChecklistEditionTable = {
  id: Generated<string>;
  checklistId: string;
  edition: number;
  appliesFrom: string;
  source: string;
  sourceDate: string;
  note: Generated<string>;
  requirements: ColumnType<JsonValue, string, string>;
  cases: ColumnType<JsonValue, string, string>;
  createdAt: Date;
  createdBy: string | null;
};

export type ConfirmedPassTable = {
  attemptId: string;
  score: number;
  reason: string;
  keptBy: string;
  keptAt: Date;
  scoreParts: Generated<number>;
};

export type ContactAnswerTable = {
  id: Generated<string>;
  messageId: string;
  writtenBy: string;
  sentAt: Date;
  text: string;
};

export type ContactMessageTable = {
  id: Generated<string>;
  name: string;
  email: string;
  message: string;
  receivedAt: Date;
  state: Generated<'new' | 'answered' | 'closed'>;
  changedAt: Date;
  version: Generated<number>;
  foldedName: GeneratedAlways<string>;
};

export type CourseTable = {
  id: Generated<string>;
  title: string;
  description: string;
  duration: string;
  price: number;
  category: string;
  regulations: string;
  subjects: ColumnType<JsonValue, string, string>;
  imageId: string | null;
  isActive: Generated<boolean>;
  validityMonths: number | null;
  createdAt: Date;
  updatedAt: Date;
  version: Generated<number>;
  highestSpeed: Generated<number>;
  taughtBy: Generated<string>;
  format: Generated<'online' | 'classroom' | 'both'>;
  replacedAboard: Generated<'not' | 'counts'>;
  isDraft: Generated<boolean>;
  speedChosen: Generated<boolean>;
};

export type CourseCategoryTable = {
  name: string;
  place: number;
  isHidden: Generated<boolean>;
};

export type CourseInstructorTable = {
  courseId: string;
  accountId: string;
};

export type CourseRuleTable = {
  id: Generated<string>;
  courseId: string;
  edition: number;
  appliesFrom: string | null;
  qualification: Generated<string>;
  regulation: Generated<string>;
  competenceTable: Generated<string>;
  modelCourse: Generated<string>;
  standard: Generated<string>;
  kind: Generated<'first' | 'refresher' | 'equivalent'>;
  kindOf: Generated<string>;
  requirements: ColumnType<JsonValue, string | undefined, string>;
  validity: 'unlimited' | 'months' | 'until-refresher' | 'bound';
  validityMonths: number | null;
  boundTo: Generated<string>;
  source: Generated<string>;
  sourceDate: string | null;
  createdAt: Date;
  createdBy: string | null;
  approval: Generated<string>;
  approvalUntil: string | null;
  approvalChangedOn: string | null;
  approvalNumber: Generated<string>;
};

export type DailySumTable = {
  day: string;
  courseId: string;
  enrolments: number;
  attempts: number;
  passes: number;
};

export type DisuseNoticeTable = {
  accountId: string;
  days: number;
  lastUse: Date;
  erasesOn: string;
  sentAt: Date;
};

export type DocumentKindTable = {
  id: Generated<string>;
  code: string;
  edition: number;
  title: string;
  kindGroup: 'travel' | 'seamans-book' | 'visa' | 'medical' | 'vaccination' | 'competency' | 'endorsement' | 'training' | 'other';
  numberFormats: Generated<string[]>;
  country: Generated<'none' | 'optional' | 'required'>;
  countryInCode: Generated<'no' | 'also' | 'instead'>;
  validity: 'unlimited' | 'stated' | 'stated-or-unlimited' | 'months';
  validityMonths: number | null;
  renewalDays: number;
  source: string;
  sourceDate: string;
  isRetired: Generated<boolean>;
  createdAt: Date;
  createdBy: string | null;
};

export type DocumentNoticeTable = {
  accountId: string;
  documentId: string;
  lastDay: string;
  days: number;
  sentAt: Date;
};

export type DocumentReadingTable = {
  accountId: string;
  document: 'profilePicture' | 'idDocument' | 'signature' | 'passportDocument' | 'cdcDocument' | 'indosDocument';
  fileId: string;
  readAt: Date;
  width: number;
  height: number;
  sharpness: number;
  zoneSurname: string | null;
  zoneGivenNames: string | null;
  zoneNameIsCut: boolean | null;
  zoneNumber: string | null;
  zoneBirthDate: string | null;
  zoneExpiresOn: string | null;
};

export type DocumentRequestTable = {
  id: Generated<string>;
  accountId: string;
  document: 'profilePicture' | 'idDocument' | 'signature' | 'passportDocument' | 'cdcDocument' | 'indosDocument';
  reason: 'missing' | 'unreadable' | 'cut-off' | 'wrong-document' | 'expired' | 'mismatch' | 'other';
  note: string | null;
  askedBy: string;
  askedAt: Date;
  answeredAt: Date | null;
  settledAt: Date | null;
};

export type EmailTemplateTextTable = {
  key: string;
  subject: string;
  body: string;
  changedAt: Date;
  changedBy: string;
};

export type EnrolmentTable = {
  id: Generated<string>;
  accountId: string;
  courseId: string;
  status: Generated<'pending' | 'approved' | 'rejected'>;
  requestedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  supersededAt: Date | null;
  declinedAt: Date | null;
  declineReason: 'documents-incomplete' | 'documents-unreadable' | 'prerequisites-missing' | 'batch-full' | 'fee-not-received' | 'absent' | 'other' | null;
  declineNote: string | null;
  timesDeclined: Generated<number>;
  batchId: string | null;
  batchAskedAt: Date | null;
  seatedAt: Date | null;
  counterRequestId: string | null;
};

export type EnteredParticularsTable = {
  accountId: string;
  birthDate: string | null;
  passportNumber: string | null;
  passportExpiresOn: string | null;
  cdcNumber: string | null;
  cdcExpiresOn: string | null;
  gradeNumber: string | null;
  indosNumber: string | null;
  enteredBy: string;
  enteredAt: Date;
};

export type ExpiryNoticeTable = {
  certificateId: string;
  days: number;
  sentAt: Date;
};

export type ExpirySumTable = {
  expiresOn: string;
  certificates: number;
};

export type FeeTable = {
  enrolmentId: string;
  reference: string;
  chargedAt: Date;
  chargedPaise: Generated<number>;
  waivedPaise: Generated<number>;
  receivedPaise: Generated<number>;
  balancePaise: GeneratedAlways<number>;
  recipientName: Generated<string>;
  recipientAddress: Generated<string>;
  recipientGstin: Generated<string>;
  recipientState: Generated<string>;
  recipientSez: Generated<'' | 'with-tax' | 'without-tax'>;
};

export type FeeBillTable = {
  id: Generated<string>;
  requestId: string;
  kind: 'proforma' | 'invoice' | 'bill-of-supply';
  number: string;
  documentId: string | null;
  enrolmentId: string | null;
  issuedOn: string;
  dueOn: string;
  purchaseOrder: string;
  payerEmail: string;
  totalPaise: number;
  facts: ColumnType<JsonValue, string, string>;
  issuedAt: Date;
  issuedBy: string | null;
  cancelledAt: Date | null;
  remindedOn: string | null;
  payerName: Generated<string>;
  payerGstin: Generated<string>;
};

export type FeeBillLineTable = {
  id: Generated<string>;
  billId: string;
  enrolmentId: string;
  personName: string;
  courseTitle: string;
  reference: string;
  amountPaise: number;
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  isInvoice: boolean;
  settledPaise: Generated<number>;
  creditedPaise: Generated<number>;
  restPaise: GeneratedAlways<number>;
  position: Generated<number>;
};

export type FeeDocumentTable = {
  id: Generated<string>;
  entryId: string | null;
  kind: 'receipt' | 'invoice' | 'bill-of-supply' | 'credit-note';
  financialYear: string;
  serial: number;
  number: string;
  issuedOn: string;
  correctsId: string | null;
  totalPaise: number;
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  facts: ColumnType<JsonValue, string, string>;
  enrolmentId: string | null;
};

export type FeeEntryTable = {
  id: Generated<string>;
  enrolmentId: string;
  kind: 'due' | 'paid' | 'waived' | 'refunded' | 'cancelled' | 'reversed';
  amountPaise: number;
  chargedChangePaise: number;
  waivedChangePaise: number;
  receivedChangePaise: number;
  method: 'cash' | 'bank' | 'upi' | 'cheque' | null;
  reference: Generated<string>;
  happenedOn: string;
  reason: Generated<string>;
  recordedAt: Date;
  recordedBy: string | null;
  ofEntryId: string | null;
  requestId: string | null;
  billId: string | null;
};

export type FeeProofTable = {
  id: Generated<string>;
  enrolmentId: string;
  fileId: string;
  amountPaise: number;
  method: 'bank' | 'upi';
  reference: string;
  paidOn: string;
  sentAt: Date;
  state: Generated<'waiting' | 'confirmed' | 'declined' | 'replaced'>;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  entryId: string | null;
};

export type FeeSeriesTable = {
  kind: string;
  financialYear: string;
  lastSerial: number;
  lastIssuedOn: string;
};

export type FilmTable = {
  id: Generated<string>;
  setId: string;
  serial: number;
  title: string;
  fileId: string;
  durationSeconds: number;
  width: number;
  height: number;
  createdAt: Date;
  removedAt: Date | null;
  uploadId: string | null;
  posterFileId: string | null;
  ladderFileId: string | null;
  preparationPercent: number | null;
  preparationFailure: string | null;
  originalPlays: Generated<boolean>;
  subtitlesNote: string | null;
  openToVisitors: Generated<boolean>;
  successorId: string | null;
  kind: Generated<'film' | 'package'>;
};

export type FilmCheckTable = {
  id: Generated<string>;
  filmId: string;
  atSeconds: number | null;
  everySeconds: number | null;
  question: string | null;
  options: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  answer: number | null;
  createdAt: Date;
  removedAt: Date | null;
};

export type FilmRenditionTable = {
  filmId: string;
  lines: number;
  fileId: string;
  playlistFileId: string;
};

export type FilmTextTable = {
  filmId: string;
  kind: 'captions' | 'transcript';
  language: string;
  fileId: string;
};

export type InspectionPackTable = {
  id: Generated<string>;
  batchId: string | null;
  firstDay: string | null;
  lastDay: string | null;
  courseId: string | null;
  people: string[];
  done: Generated<number>;
  askedBy: string | null;
  askedAt: Date;
  madeAt: Date | null;
  fileId: string | null;
  removedAt: Date | null;
};

export type InvitationTable = {
  accountId: string;
  tokenHash: string;
  invitedBy: string | null;
  expiresAt: Date;
};

export type JobTable = {
  id: Generated<string>;
  kind: string;
  payload: ColumnType<JsonValue, string | undefined, string>;
  key: string | null;
  runAt: Generated<Date>;
  attempts: Generated<number>;
  lockedUntil: Date | null;
  lastError: string | null;
  createdAt: Generated<Date>;
  doneAt: Date | null;
  gaveUpAt: Date | null;
  outages: Generated<number>;
  awaySince: Date | null;
  trace: string | null;
  failingSince: Date | null;
};

export type LogCheckTable = {
  chain: string;
  linkIndex: Generated<number>;
  linkHash: Generated<string>;
  lastCertificateId: string | null;
  checkedAt: Date | null;
  flaws: ColumnType<JsonValue, string | undefined, string>;
  found: Generated<number>;
};

export type LogCheckpointTable = {
  size: number;
  note: string;
  signedAt: Date;
};

export type LogCosignatureTable = {
  size: number;
  witness: string;
  line: string;
};

export type LogTileTable = {
  level: number;
  number: number;
  hashes: ColumnType<Buffer, Uint8Array, Uint8Array>;
};

export type MassDeletionTable = {
  kind: 'files' | 'people';
  waiting: Generated<number>;
  total: Generated<number>;
  since: Date | null;
  countedAt: Date | null;
  allowed: number | null;
};

export type OfflineContradictionTable = {
  passId: string;
  kind: string;
  times: Generated<number>;
  firstAt: Date;
  lastAt: Date;
};

export type OfflinePartTable = {
  id: Generated<string>;
  passId: string;
  firstNumber: number;
  lastNumber: number;
  hashBefore: string;
  hashAfter: string;
  links: ColumnType<Buffer, Uint8Array, Uint8Array>;
  signature: string;
  continues: boolean;
  receivedAt: Date;
  uploadedBy: string | null;
  byEmail: Generated<boolean>;
};

export type OfflinePassTable = {
  id: Generated<string>;
  enrolmentId: string;
  deviceKey: string;
  deviceWords: string;
  films: ColumnType<JsonValue, string, string>;
  issuedAt: Date;
  seenAt: Date;
  headNumber: Generated<number>;
  hashAtHead: string | null;
  headSession: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  waiting: ColumnType<JsonValue, string | undefined, string>;
  answers: ColumnType<JsonValue, string | undefined, string>;
  creditedSeconds: Generated<number>;
  syncedAt: Date | null;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  toldAt: Date | null;
};

export type OfflineStretchTable = {
  id: Generated<string>;
  passId: string;
  filmId: string;
  intervals: ColumnType<JsonValue, string, string>;
  creditedSeconds: number;
  playedFrom: Date | null;
  playedTo: Date | null;
  creditedAt: Date;
};

export type OneTimeCodeTable = {
  accountId: string;
  purpose: 'verify-email' | 'reset-password' | 'change-email';
  codeHash: string;
  newEmail: string | null;
  tries: Generated<number>;
  sentAt: Date;
  expiresAt: Date;
  registrationId: string | null;
  askedFrom: string | null;
};

export type PackageEntryTable = {
  versionId: string;
  path: string;
  mediaType: string;
  beginsAt: number;
  sizeBytes: number;
  isCompressed: boolean;
};

export type PackageRunTable = {
  enrolmentId: string;
  filmId: string;
  versionId: string;
  beganAt: Date;
  itemId: string | null;
};

export type PackageStateTable = {
  enrolmentId: string;
  filmId: string;
  itemId: string;
  revision: number;
  pageId: string;
  data: string;
  status: string;
  score: number | null;
  isComplete: boolean;
  updatedAt: Date;
};

export type PackageVersionTable = {
  id: Generated<string>;
  filmId: string;
  number: number;
  fileId: string;
  manifest: ColumnType<JsonValue, string, string>;
  uploadId: string | null;
  createdAt: Date;
};

export type PasskeyTable = {
  id: Generated<string>;
  accountId: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: ColumnType<JsonValue, string, string>;
  backupEligible: boolean;
  backedUp: boolean;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  blockedAt: Date | null;
};

export type PasskeyChallengeTable = {
  challenge: string;
  purpose: 'add' | 'log-in';
  accountId: string | null;
  expiresAt: Date;
};

export type PeopleImportTable = {
  id: Generated<string>;
  filename: string;
  createdBy: string;
  createdAt: Date;
  confirmedAt: Date | null;
  confirmedBy: string | null;
  undoneAt: Date | null;
  undoneBy: string | null;
  layout: ColumnType<JsonValue | null, string | null | undefined, string | null>;
};

export type PeopleImportHeadingsTable = {
  digest: string;
  columns: ColumnType<JsonValue, string, string>;
  chosenBy: string | null;
  chosenAt: Date;
};

export type PeopleImportRowTable = {
  id: Generated<string>;
  importId: string;
  row: number;
  prefix: string;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  outcome: 'new' | 'matched' | 'unchanged' | 'refused' | 'undone' | 'kept';
  reason: string | null;
  birthDate: string | null;
  passportNumber: string | null;
  passportExpiresOn: string | null;
  cdcNumber: string | null;
  cdcExpiresOn: string | null;
  gradeNumber: string | null;
  indosNumber: string | null;
  course: Generated<string>;
  batch: Generated<string>;
  courseId: string | null;
  batchId: string | null;
  accountId: string | null;
  enrolmentId: string | null;
  mailedAt: Date | null;
  toCheck: Generated<string[]>;
  cells: Generated<string[]>;
  remarks: ColumnType<JsonValue, string | undefined, string>;
  leftOut: Generated<boolean>;
};

export type PersonNoteTable = {
  id: Generated<string>;
  accountId: string;
  writtenBy: string;
  writtenAt: Date;
  text: string;
};

export type PieceDigestsTable = {
  fileId: string;
  digests: ColumnType<Buffer, Uint8Array, Uint8Array>;
};

export type PresenceCheckTable = {
  id: Generated<string>;
  enrolmentId: string;
  filmId: string;
  checkId: string;
  turn: number;
  atSeconds: number;
  askedAt: Date | null;
  answeredAt: Date | null;
  wrongAnswers: Generated<number>;
  wrongAt: Date | null;
};

export type QuarantinedFileTable = {
  folder: string;
  filename: string;
  since: Date;
  seenAt: Date;
  hasRow: boolean;
  inUse: boolean;
  isAllowed: Generated<boolean>;
};

export type QuestionTable = {
  id: Generated<string>;
  versionId: string;
  position: number;
  text: string;
  options: ColumnType<JsonValue, string, string>;
  correctOption: number | null;
  topic: Generated<string>;
  pictureId: string | null;
  pictureText: Generated<string>;
  kind: Generated<string>;
  answerKey: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  filmId: string | null;
  forPractice: Generated<boolean>;
  explanation: Generated<string>;
  keepsPlace: Generated<boolean>;
  fixedOptions: Generated<number[]>;
};

export type QuestionOptionPictureTable = {
  questionId: string;
  place: number;
  pictureId: string;
  text: string;
};

export type QuestionPictureTable = {
  fileId: string;
  width: number;
  height: number;
  createdAt: Date;
  storedBy: string | null;
};

export type QuestionSumTable = {
  questionId: string;
  asked: number;
  answeredRight: number;
  unanswered: number;
  chosenFirst: number;
  chosenSecond: number;
  chosenThird: number;
  chosenFourth: number;
  rest: number;
  restSquares: number;
  restOfRight: number;
  chosenFifth: Generated<number>;
  chosenSixth: Generated<number>;
  chosenSeventh: Generated<number>;
  chosenEighth: Generated<number>;
  chosenNinth: Generated<number>;
  chosenTenth: Generated<number>;
};

export type RateLimitTable = {
  key: string;
  windowEndsAt: Date;
  count: number;
};

export type RecoveryCodeTable = {
  accountId: string;
  codeHash: string;
  usedAt: Date | null;
};

export type RefreshTokenTable = {
  hash: string;
  sessionId: string;
  issuedAt: Date;
  firstUsedAt: Date | null;
  retiredAt: Date | null;
  expiresAt: Date;
};

export type RegistrationTable = {
  id: Generated<string>;
  accountId: string;
  prefix: 'Mr' | 'Mrs' | 'Dr' | 'Prof' | 'Ms' | 'Miss' | 'Capt.' | 'None';
  firstName: string;
  lastName: string;
  mobile: string;
  passwordHash: string;
  createdAt: Date;
  verifiedAt: Date | null;
};

export type ResultSumTable = {
  versionId: string;
  percentageFrom: number;
  minutesFrom: number;
  passed: boolean;
  attempts: number;
  percentages: number;
  seconds: number;
};

export type ResumableUploadTable = {
  id: string;
  ownerId: string;
  originalName: string | null;
  sizeBytes: number;
  receivedBytes: Generated<number>;
  storeUpload: string | null;
  lastNumber: Generated<number>;
  parts: ColumnType<JsonValue, string | undefined, string>;
  restNumber: number | null;
  restBytes: Generated<number>;
  finishedAt: Date | null;
  changedAt: Date;
};

export type SeafarerProfileTable = {
  accountId: string;
  name: string;
  birthDate: string;
  phone: string;
  streetAddress: string;
  city: string;
  state: string;
  country: string;
  postalCode: string;
  passportNumber: string;
  passportExpiresOn: string;
  cdcNumber: string;
  cdcExpiresOn: string | null;
  gradeNumber: string;
  indosNumber: string;
  idType: string;
  profilePictureId: string;
  idDocumentId: string;
  signatureId: string;
  identityChangedAt: Date | null;
  identityCheckedAt: Date | null;
  identityCheckedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
  checkedFacts: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  ownScriptName: Generated<string>;
  passportDocumentId: string | null;
  cdcDocumentId: string | null;
  indosDocumentId: string | null;
  foldedName: GeneratedAlways<string>;
};

export type SecondFactorTable = {
  accountId: string;
  sealedSecret: string;
  confirmedAt: Date | null;
  lastStep: Generated<number>;
};

export type SessionTable = {
  id: Generated<string>;
  accountId: string;
  createdAt: Date;
  lastUsedAt: Date;
  endedAt: Date | null;
  userAgent: string | null;
  address: string | null;
  expiresAt: Date;
  confirmedAt: Date | null;
  identityId: string | null;
  providerSession: string | null;
};

export type ShareOpeningTable = {
  id: Generated<string>;
  shareId: string;
  at: Date;
  network: string | null;
  device: string | null;
};

export type ShipTable = {
  id: Generated<string>;
  name: string;
  imo: string;
  createdAt: Date;
  createdBy: string | null;
  pairingHash: string | null;
  pairingUntil: Date | null;
  certificateRequest: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  certificateChain: string | null;
  certificateUntil: Date | null;
  certificateTrouble: string | null;
};

export type ShipBoxTable = {
  id: Generated<string>;
  shipId: string;
  publicKey: string;
  pairedAt: Date;
  renewedFrom: string | null;
  replacedAt: Date | null;
  seenAt: Date | null;
  clock: Date | null;
};

export type ShipBoxStateTable = {
  id: Generated<boolean>;
  academyUrl: string;
  shipId: string;
  boxId: string;
  privateKey: string;
  packKey: string;
  nextKey: string | null;
  academyKeys: ColumnType<JsonValue, string, string>;
  manifest: ColumnType<JsonValue, string | undefined, string>;
  madeAt: Date | null;
  validUntil: Date | null;
  contactAt: Date | null;
  trouble: string | null;
  fileTrouble: string | null;
  reachedAt: Date;
};

export type ShipCourseTable = {
  shipId: string;
  courseId: string;
  lines: number | null;
};

export type ShipMemberTable = {
  accountId: string;
  shipId: string;
  signedOnAt: Date;
  signedOnBy: string | null;
  codeHash: string;
};

export type ShipRecordTable = {
  passId: string;
  enrolment: string;
  films: ColumnType<JsonValue, string, string>;
  headNumber: number;
  hashAtHead: string;
  links: ColumnType<JsonValue, string | undefined, string>;
  recorded: ColumnType<JsonValue, string | undefined, string>;
  session: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  answers: ColumnType<JsonValue, string | undefined, string>;
};

export type ShipSectionTable = {
  digest: string;
  content: ColumnType<JsonValue, string, string>;
};

export type ShipSittingTable = {
  paperId: string;
  startedAt: Date;
  deadline: Date;
  submittedAt: Date | null;
  isSubmitted: Generated<boolean>;
  answers: string | null;
  revision: Generated<number>;
};

export type ShipTestTable = {
  id: Generated<string>;
  shipId: string;
  assessmentId: string;
  opensAt: Date;
  closesAt: Date;
  releasedAt: Date;
  releasedBy: string;
  sealKey: string | null;
  sealCheck: string;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
};

export type ShipTestPaperTable = {
  id: Generated<string>;
  shipTestId: string;
  enrolmentId: string;
  versionId: string;
  paper: ColumnType<JsonValue | null, string | null | undefined, string | null>;
  sealed: string;
  preparedAt: Date;
  endedAt: Date | null;
  attemptId: string | null;
  refused: string | null;
  digest: string | null;
};

export type SignOnTable = {
  state: string;
  issuer: string;
  codeChallenge: string;
  nonce: string;
  expiresAt: Date;
  usedAt: Date | null;
  accountId: string | null;
  subject: string | null;
  role: 'registrar' | 'instructor' | null;
  providerSession: string | null;
};

export type SigningKeyTable = {
  id: string;
  purpose: 'facts' | 'pdf' | 'log';
  publicPart: string;
  validFrom: Date;
  validUntil: Date | null;
};

export type StaffDigestTable = {
  accountId: string;
  day: string;
};

export type StaffIdentityTable = {
  id: Generated<string>;
  accountId: string;
  issuer: string;
  subject: string;
  createdAt: Date;
  lastUsedAt: Date;
  factorShownAt: Date | null;
};

export type StaffQualificationTable = {
  id: Generated<string>;
  accountId: string;
  title: string;
  issuer: string;
  number: Generated<string>;
  validUntil: string | null;
  addedAt: Date;
  addedBy: string | null;
};

export type StoredFileTable = {
  id: Generated<string>;
  folder: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
  ownerId: string | null;
  originalName: string | null;
  createdAt: Generated<Date>;
  deletedAt: Date | null;
  scannedAt: Date | null;
  malware: string | null;
  scanTries: Generated<number>;
  scanAfter: Date | null;
};

export type TrainingCompletionTable = {
  enrolmentId: string;
  kind: 'films' | 'attendance';
  completedAt: Date;
  markedBy: string | null;
};

export type TrainingSetTable = {
  id: Generated<string>;
  courseId: string;
  title: string;
  createdAt: Date;
};

export type WalletDocumentTable = {
  id: Generated<string>;
  accountId: string;
  kind: string;
  title: Generated<string>;
  number: string;
  issuer: string;
  country: Generated<string>;
  issuedOn: string;
  expiresOn: string | null;
  fileId: string;
  codes: string[];
  version: Generated<number>;
  createdAt: Date;
  updatedAt: Date;
  status: Generated<'waiting' | 'checked' | 'refused'>;
  decidedAt: Date | null;
  decidedBy: string | null;
  refusalReason: 'unreadable' | 'cut-off' | 'wrong-document' | 'expired' | 'mismatch' | 'other' | null;
  refusalNote: string | null;
};

export type WatchSittingTable = {
  id: Generated<string>;
  enrolmentId: string;
  filmId: string;
  sessionId: string;
  beganAt: Date;
  lastAt: Date;
  creditedSeconds: number;
};

export type WatchingTable = {
  enrolmentId: string;
  filmId: string;
  openedAt: Date;
  intervals: ColumnType<JsonValue, string | undefined, string>;
  watchedSeconds: Generated<number>;
  positionSeconds: Generated<number>;
  completedAt: Date | null;
  updatedAt: Date;
  highestSpeed: Generated<number>;
  countedFrom: string | null;
  reportedAt: Date | null;
};

export type Schema = {
  academy: AcademyTable;
  academySettings: AcademySettingsTable;
  account: AccountTable;
  answerKeyCorrection: AnswerKeyCorrectionTable;
  assessment: AssessmentTable;
  assessmentVersion: AssessmentVersionTable;
  attempt: AttemptTable;
  attemptAbsence: AttemptAbsenceTable;
  attemptAnswer: AttemptAnswerTable;
  attemptGrant: AttemptGrantTable;
  attemptRegrade: AttemptRegradeTable;
  attemptToSum: AttemptToSumTable;
  attendance: AttendanceTable;
  auditEvent: AuditEventTable;
  batch: BatchTable;
  calendarFeed: CalendarFeedTable;
  certificate: CertificateTable;
  certificateEvent: CertificateEventTable;
  certificateShare: CertificateShareTable;
  chainHead: ChainHeadTable;
  changeVersion: ChangeVersionTable;
  checklist: ChecklistTable;
  checklistEdition: ChecklistEditionTable;
  confirmedPass: ConfirmedPassTable;
  contactAnswer: ContactAnswerTable;
  contactMessage: ContactMessageTable;
  course: CourseTable;
  courseCategory: CourseCategoryTable;
  courseInstructor: CourseInstructorTable;
  courseRule: CourseRuleTable;
  dailySum: DailySumTable;
  disuseNotice: DisuseNoticeTable;
  documentKind: DocumentKindTable;
  documentNotice: DocumentNoticeTable;
  documentReading: DocumentReadingTable;
  documentRequest: DocumentRequestTable;
  emailTemplateText: EmailTemplateTextTable;
  enrolment: EnrolmentTable;
  enteredParticulars: EnteredParticularsTable;
  expiryNotice: ExpiryNoticeTable;
  expirySum: ExpirySumTable;
  fee: FeeTable;
  feeBill: FeeBillTable;
  feeBillLine: FeeBillLineTable;
  feeDocument: FeeDocumentTable;
  feeEntry: FeeEntryTable;
  feeProof: FeeProofTable;
  feeSeries: FeeSeriesTable;
  film: FilmTable;
  filmCheck: FilmCheckTable;
  filmRendition: FilmRenditionTable;
  filmText: FilmTextTable;
  inspectionPack: InspectionPackTable;
  invitation: InvitationTable;
  job: JobTable;
  logCheck: LogCheckTable;
  logCheckpoint: LogCheckpointTable;
  logCosignature: LogCosignatureTable;
  logTile: LogTileTable;
  massDeletion: MassDeletionTable;
  offlineContradiction: OfflineContradictionTable;
  offlinePart: OfflinePartTable;
  offlinePass: OfflinePassTable;
  offlineStretch: OfflineStretchTable;
  oneTimeCode: OneTimeCodeTable;
  packageEntry: PackageEntryTable;
  packageRun: PackageRunTable;
  packageState: PackageStateTable;
  packageVersion: PackageVersionTable;
  passkey: PasskeyTable;
  passkeyChallenge: PasskeyChallengeTable;
  peopleImport: PeopleImportTable;
  peopleImportHeadings: PeopleImportHeadingsTable;
  peopleImportRow: PeopleImportRowTable;
  personNote: PersonNoteTable;
  pieceDigests: PieceDigestsTable;
  presenceCheck: PresenceCheckTable;
  quarantinedFile: QuarantinedFileTable;
  question: QuestionTable;
  questionOptionPicture: QuestionOptionPictureTable;
  questionPicture: QuestionPictureTable;
  questionSum: QuestionSumTable;
  rateLimit: RateLimitTable;
  recoveryCode: RecoveryCodeTable;
  refreshToken: RefreshTokenTable;
  registration: RegistrationTable;
  resultSum: ResultSumTable;
  resumableUpload: ResumableUploadTable;
  seafarerProfile: SeafarerProfileTable;
  secondFactor: SecondFactorTable;
  session: SessionTable;
  shareOpening: ShareOpeningTable;
  ship: ShipTable;
  shipBox: ShipBoxTable;
  shipBoxState: ShipBoxStateTable;
  shipCourse: ShipCourseTable;
  shipMember: ShipMemberTable;
  shipRecord: ShipRecordTable;
  shipSection: ShipSectionTable;
  shipSitting: ShipSittingTable;
  shipTest: ShipTestTable;
  shipTestPaper: ShipTestPaperTable;
  signOn: SignOnTable;
  signingKey: SigningKeyTable;
  staffDigest: StaffDigestTable;
  staffIdentity: StaffIdentityTable;
  staffQualification: StaffQualificationTable;
  storedFile: StoredFileTable;
  trainingCompletion: TrainingCompletionTable;
  trainingSet: TrainingSetTable;
  walletDocument: WalletDocumentTable;
  watchSitting: WatchSittingTable;
  watching: WatchingTable;
};
