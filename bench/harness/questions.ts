import { type Multitude, nthId } from './multitude.ts';

/**
 * A request of staff or visitors, and its path, which may depend on the academy's size; with a body it is a POST, which
 * changes nothing. `within` is the goal for the larger academy in milliseconds, where there is one. `orWithin`, in
 * milliseconds, is enough where the ratio is exceeded: the smaller academy has fewer rows than a page shows or a count
 * reads.
 */
export type Question = {
  what: string;
  path: (of: Multitude) => string;
  body?: (of: Multitude) => unknown;
  within?: number;
  orWithin?: number;
};

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 3600 * 1000).toISOString().slice(0, 10);
const lately = `from=${day(60)}&to=${day(30)}`;
/**
 * Search terms that match one person, one in a thousand, everybody, one in sixteen by two letters, and nobody by two.
 */
const people = [':email', ':name', 'example.org', 'qu', 'qx'];

type Kind = Parameters<typeof nthId>[0];
/** Milliseconds for a page of documents or verdicts. */
const documentsWithin = 500;
/** A list with its filters and sort orders; `kind` and `rows` (per learner) give the position of its middle. */
type List = { path: string; kind?: Kind; rows?: number; filters?: string[]; searches?: string[]; orWithin?: number };

const lists: Record<string, List> = {
  people: {
    path: '/user/getApprovedUsers',
    kind: 'account',
    filters: ['state=disabled', 'state=active', 'state=invited', lately, 'sort=oldest', 'sort=name'],
    searches: people,
  },
  registrations: {
    path: '/user/getUnapprovedUsers',
    filters: [lately, 'sort=oldest', 'sort=name'],
    searches: people,
  },
  profiles: {
    path: '/userProfile/getAllUserProfiles',
    kind: 'account',
    filters: ['identity=changed', 'identity=checked', 'identity=unchecked', 'sort=oldest', 'sort=name'],
    searches: people,
  },
  requests: {
    path: '/userCourses/inactive',
    kind: 'enrolment',
    rows: 2.5,
    filters: ['state=document-needed', 'state=declined', 'course=:course', lately, 'sort=newest'],
    searches: [...people, 'Boats%2017'],
  },
  learners: {
    path: '/courses/:course/learners',
    kind: 'enrolment',
    rows: 1.5,
    filters: [
      ...['training=completed', 'training=open', 'result=passed', 'result=failed', 'result=none'],
      ...[lately, 'sort=oldest'],
    ],
    searches: people,
  },
  results: {
    path: '/submitTest',
    kind: 'attempt',
    rows: 0.75,
    filters: [
      'result=failed',
      'result=passed',
      'course=:course',
      'course=:course&result=failed',
      lately,
      'sort=oldest',
    ],
    searches: [...people, 'Boats%2017'],
  },
  register: {
    path: '/certificates',
    kind: 'certificate',
    rows: 0.5,
    filters: [
      ...['issued', 'expired', 'expires-soon', 'held', 'revoked', 'superseded'].map((state) => `state=${state}`),
      'courseId=:course',
      'courseId=:course&state=revoked',
      `expiresFrom=${day(-10)}&expiresTo=${day(-100)}`,
    ],
    searches: [...people, ':number', ':part'],
  },
  fees: {
    path: '/fees',
    kind: 'enrolment',
    rows: 2.5,
    filters: ['state=settled', 'course=:course', lately, 'sort=newest'],
    searches: people,
  },
  payments: {
    path: '/fees/payments',
    kind: 'entry',
    rows: 5,
    filters: ['method=cheque', 'kind=paid', lately, 'sort=oldest'],
    searches: [...people, 'UTR2500'],
  },
  invoices: {
    path: '/fees/documents',
    kind: 'document',
    rows: 2.5,
    filters: ['kind=receipt', lately, 'sort=oldest'],
    searches: people,
  },
  proofs: {
    path: '/fees/proofs',
    kind: 'proof',
    rows: 2.5,
    filters: ['state=declined', 'sort=newest'],
    searches: people,
  },
  'rows of an import': {
    path: '/user/imports/:import/rows',
    filters: ['outcome=refused', 'outcome=matched'],
    searches: people,
  },
  audit: {
    path: '/audit',
    filters: ['action=enrolment.approve', 'action=account.approve', lately],
    searches: people,
  },
  courses: { path: '/courses', filters: ['state=inactive', 'sort=title'], searches: ['Boats%2017'] },
  batches: {
    path: '/batches',
    filters: [
      'phase=upcoming',
      'phase=over',
      'state=cancelled',
      'teaching=me',
      'course=:course',
      lately,
      'sort=firstDay',
    ],
    searches: ['Hall%2017', 'PST%2017'],
  },
  messages: {
    path: '/contact/messages',
    filters: ['state=new', 'state=answered', 'state=closed', lately, 'sort=oldest'],
    searches: [...people, 'rafts'],
  },
  'expiring documents': {
    path: '/wallet/ending',
    kind: 'held',
    rows: 8,
    filters: [
      ...['ended', '7', '30', '90', '180', '365'].map((within) => `within=${within}`),
      // of a wallet: common, rare, and of nobody; of profiles; what certificates prove: common, rare, and a refresher's
      ...['D1', 'D13', 'D99', 'CDC', 'Q7', 'RARE', 'Q9'].map((kind) => `kind=${kind}`),
      ...['kind=D13&within=365', 'kind=RARE&within=30'],
    ],
    searches: people,
    orWithin: documentsWithin,
  },
  'documents to check': {
    path: '/wallet/waiting',
    kind: 'held',
    rows: 8,
    searches: people,
    orWithin: documentsWithin,
  },
  training: { path: '/trainingVideo', searches: ['course%2017'] },
  tests: { path: '/test', searches: ['test%2017'] },
  'published tests': { path: '/test/published', searches: ['test%2017'] },
};

function* questionsOf([name, list]: [string, List]): Generator<Question> {
  const ask = (what: string, query: string, prefix = '') => ({
    what: decodeURIComponent(`${name}${what && `, ${what}`}`),
    ...(list.orWithin && { orWithin: list.orWithin }),
    path: (of: Multitude) =>
      `${prefix}${list.path}?${query}`
        .replaceAll(':course', of.course)
        .replace(':import', of.import)
        .replace(':email', encodeURIComponent(of.person.email))
        .replace(':name', of.person.firstName)
        .replace(':number', of.number)
        .replace(':part', of.number.slice(-8))
        .replace(':middle', nthId(list.kind ?? 'account', of.learners * (list.rows ?? 0.5))),
  });
  yield ask('', '');
  if (list.kind) yield ask('from the middle on', 'after=:middle');
  for (const filter of list.filters ?? []) yield ask(filter, filter);
  for (const q of list.searches ?? []) yield ask(`search of ${q}`, `q=${q}`);
  yield ask('first page as a table', '', '/export');
}

/** Sixty documents for a job and a voyage, of which everybody lacks some. */
const voyage = {
  rank: 'bosun',
  flag: 'PA',
  shipType: 'oil-tanker',
  joinsOn: day(-14),
  signsOffOn: day(-195),
};
const verdicts = ({ checklist }: Multitude, more: string) =>
  `/checklists/${checklist}/people?${new URLSearchParams(voyage)}${more}`;
/** The goal for a thousand people and sixty rows, in milliseconds. */
const thousandWithin = 1000;

const others: Record<string, (of: Multitude) => string> = {
  'pending work': () => '/overview',
  'figures of staff': () => '/overview/figures',
  'Find, a name': ({ person }) => `/find?q=${person.firstName}`,
  'Find, an email address': ({ person }) => `/find?q=${encodeURIComponent(person.email)}`,
  'Find, two letters': () => '/find?q=qu',
  'Find, nobody': () => '/find?q=qx',
  'Find, a course': () => '/find?q=Boats%2017',
  'Find, a surname of Chinese': () => '/find?q=%E7%8E%8B',
  'Find, a name in Chinese': () => '/find?q=%E7%8E%8B%E4%BC%9F',
  'Find, a name in Devanagari': () => '/find?q=%E0%A4%86%E0%A4%A8%E0%A4%82%E0%A4%A6',
  'Find, two letters of Devanagari': () => '/find?q=%E0%A4%86%E0%A4%B6',
  'takings of a day': () => `/fees/takings?day=${day(40)}`,
  'batches of a month': () => `/batches/month?month=${day(0).slice(0, 7)}`,
  'people of a batch': ({ batch }) => `/batches/${batch}/roster`,
  'people without a batch': ({ batch }) => `/batches/${batch}/unplaced`,
  'dates of a course': ({ course }) => `/courses/${course}/dates`,
  'an import': ({ import: id }) => `/user/imports/${id}`,
  'emails that failed': () => '/jobs/failed',
  staff: () => '/staff',
  'categories of courses': () => '/course-categories',
  'a person': ({ learners }) => `/people/${nthId('account', learners / 2)}`,
  'documents of a person': ({ learners }) => `/people/${nthId('account', learners / 2)}/wallet`,
  'kinds of documents': () => '/document-kinds',
  'rules of a course': ({ course }) => `/courses/${course}/rules`,
  checklists: () => '/checklists',
  'a checklist': ({ checklist }) => `/checklists/${checklist}`,
  'verdicts on a page of people': (of) => verdicts(of, ''),
  'verdicts on a page of people, from the middle on': (of) =>
    verdicts(of, `&after=${nthId('account', of.learners / 2)}`),
  'verdicts on the people of a batch': (of) => verdicts(of, `&batch=${of.batch}`),
  'verdicts on people of a name': (of) => verdicts(of, `&q=${of.person.firstName}`),
  'verdicts on one person': ({ checklist, learners }) =>
    `/checklists/${checklist}/people/${nthId('account', learners / 2)}?${new URLSearchParams(voyage)}`,
  'actions of the audit': () => '/audit/actions',
  'analysis of a test': ({ test }) => `/tests/${test}/analysis`,
  'questions of a course': ({ course }) => `/questions?course=${course}`,
  'tests of a course': ({ course }) => `/courses/${course}/tests`,
  'the public log, from its middle': ({ learners }) => `/log/entries?from=${Math.floor(learners / 2)}`,
};

/** Verdicts and differences of as many people as are looked at for one page. */
const ofThousand: readonly Question[] = [
  // nobody is fit, so a page of those who are takes all that it may look at
  { what: 'who can join, 1,000 people by 60 rows', path: (of: Multitude) => verdicts(of, '&only=fit') },
  {
    what: 'a list of 1,000 people by 60 rows',
    path: ({ checklist }: Multitude) => `/checklists/${checklist}/verdicts`,
    body: ({ emails }: Multitude) => ({ ...voyage, people: emails }),
  },
  {
    what: 'what changes for 1,000 people from one edition to the next',
    path: ({ checklist }: Multitude) =>
      `/checklists/${checklist}/difference?${new URLSearchParams({ ...voyage, from: '1', to: '2' })}`,
  },
].map((one) => ({ ...one, within: thousandWithin }));

/**
 * Every list with its filters, sort orders and searches, the first page of each as an exported table, and other reads.
 */
export const questions: readonly Question[] = [
  ...Object.entries(lists).flatMap((list) => [...questionsOf(list)]),
  ...ofThousand,
  ...Object.entries(others).map(([what, path]) => ({
    what,
    path,
    // an answer as somebody types
    ...(what.startsWith('Find') && { within: 50 }),
    ...(what.startsWith('verdicts') && { orWithin: documentsWithin }),
  })),
].map((one) => ({ ...one, path: (of: Multitude) => `/api${one.path(of)}` }));
