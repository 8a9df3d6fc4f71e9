import { courses } from '@fairlead/contract/courses/calls';
import { enrolments, type OwnEnrolment } from '@fairlead/contract/enrolments/calls';
import { type Home, home } from '@fairlead/contract/overview/home';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ownCertificateOf, pictureOfSheet } from '../../../../testing/certificates.ts';
import { courseOf } from '../../../../testing/courses.ts';
import { feeSummaryOf } from '../../../../testing/fees.ts';
import { alertWith, button, main } from '../../../../testing/forms.ts';
import { homeAt, nextOf } from '../../../../testing/home.ts';
import { learnerAt } from '../../../../testing/learner.ts';
import { desk, phone } from '../../../../testing/looks.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { enrolmentOf, idOf, noProgress } from '../../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { standingOf } from '../../../../testing/standings.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { homeQuery } from '../../enrolments/home/api.ts';

let count = 0;
/** An enrolment in a state, in a course of this name. */
function at(title: string, part: Partial<OwnEnrolment>): OwnEnrolment {
  count += 1;
  const courseId = courseOf({ _id: idOf('90000000', count), title });
  return enrolmentOf({ _id: idOf('80000000', count), courseId, ...part });
}
const progress = { ...noProgress, filmsTotal: 5, filmsCompleted: 2, percent: 45 };
const done = { ...progress, filmsCompleted: 5, percent: 100, trainingSubmitted: true };
const films = at('Proficiency in Survival Craft and Rescue Boats', { state: 'training', progress });
const open = at('Fire Fighting', { state: 'test-open', progress: done });
const requested = at('Ship Security', { ...standingOf('requested'), status: 'pending', progress: noProgress });
const declined = at('Tanker Safety', {
  ...standingOf('declined', {
    declined: { reason: 'documents-unreadable', note: 'Page 2 is cut off.', at: null, askAgainFrom: null },
    steps: ['update-profile', 'ask-again'],
  }),
  status: 'rejected',
  progress: noProgress,
});
const certified = at('Elementary First Aid', { state: 'certified', progress: { ...done, testPassed: true } });
const held = at('Crowd Control', {
  ...standingOf('certified', { certificate: { onHold: true, dateOfExpiry: null } }),
  progress: { ...done, testPassed: true },
});
const expired = at('Radar', { ...standingOf('certificate-expired'), progress: { ...done, testPassed: true } });
const unpaid = at('Engine Room', {
  ...standingOf('requested'),
  status: 'pending',
  progress: noProgress,
  fee: feeSummaryOf(),
});
const classroom = at('Pool Drill', {
  state: 'training',
  courseId: courseOf({ _id: idOf('90000000', 99), title: 'Pool Drill', format: 'classroom', courseImg: null }),
  progress: { ...noProgress, filmsTotal: 0 },
});
const film = { kind: 'film' as const, serial: 3, title: 'Righting a life raft', watchedSeconds: 30, secondsLeft: 720 };
const watching = nextOf('watch', films, { film, trainingSecondsLeft: 2400 });
const { certNo, courseTitle, status, dateOfIssue, dateOfExpiry, expiresSoon } = ownCertificateOf();
const certificate = (n: number) => ({
  _id: idOf('60000000', n),
  certNo,
  courseTitle,
  status,
  dateOfIssue,
  dateOfExpiry,
  boundTo: n === 4 ? 'Certificate of competency' : '',
  expiresSoon,
  picture: n === 3 ? null : pictureOfSheet,
});
const ending = (n: number, daysLeft: number, part: Partial<Home['expiring'][number]>): Home['expiring'][number] => ({
  _id: idOf('d0000000', n),
  source: 'wallet',
  kind: 'MED',
  title: 'Medical certificate',
  isRefresherDue: false,
  lastDay: '2026-11-05',
  daysLeft,
  renewal: null,
  ...part,
});
const rafts = { courseId: films.courseId._id, title: 'Rafts', isRefresher: false, firstDay: null };
const expiring: Home['expiring'] = [
  ending(1, -4, { source: 'profile', kind: 'CDC', title: 'Seaman’s book (CDC)', lastDay: '2026-11-01' }),
  ending(2, 0, { source: 'profile', kind: 'PASSPORT', title: 'Passport' }),
  ending(3, 30, { source: 'certificate', kind: 'PST', title: 'Rafts', lastDay: '2026-12-05', renewal: rafts }),
  ending(4, 34, { lastDay: '2026-12-09' }),
  ending(5, 40, {
    source: 'certificate',
    kind: 'PSCRB',
    title: 'Survival Craft',
    isRefresherDue: true,
    lastDay: '2026-12-15',
    renewal: { ...rafts, title: 'Survival Craft: refresher', isRefresher: true, firstDay: '2026-11-24' },
  }),
];

/** The states whose looks differ. */
const looked = new Set([
  'on hold',
  'new',
  'waiting',
  'fee to pay',
  'declined',
  'test under way',
  'all done',
  'expiring',
]);

/** Each state of a learner: what the page's first card says, where its button leads, and what else the page says. */
const states: [string, Partial<Home>, string[], string | null, string[]?][] = [
  [
    'new',
    { hasProfile: false, next: nextOf('complete-profile') },
    ['Your next step', 'Complete your profile'],
    '/profile',
  ],
  ['no course', {}, ['Choose your first course', 'Browse Courses'], '/courses'],
  [
    'waiting',
    { enrolments: [requested], next: nextOf('wait', requested) },
    ['Nothing to do right now', 'Ship Security', 'You will get an email'],
    '/courses',
  ],
  [
    'fee to pay',
    { enrolments: [unpaid, { ...films, fee: feeSummaryOf({ state: 'checking' }) }], next: nextOf('pay-fee', unpaid) },
    ['Your next step', 'Engine Room', 'Pay the fee of ₹4,500'],
    `/fees/${unpaid._id}`,
    ['The academy checks your payment of the fee.'],
  ],
  [
    'classroom',
    { enrolments: [classroom], next: nextOf('wait', classroom) },
    ['Pool Drill', 'marked your attendance', 'Class'],
    '/courses',
    ['My Courses'],
  ],
  [
    'declined',
    { enrolments: [declined], next: nextOf('ask-again', declined) },
    ['not approved', 'Page 2 is cut off.', 'Update your profile'],
    '/profile',
  ],
  [
    'in films',
    { enrolments: [films, requested, declined], next: watching },
    ['Video 3 of 5: Righting a life raft', '12 min left, 40 min for all videos', 'Continue'],
    `/training/${films.courseId._id}`,
    ['Requests', 'Waiting for approval', 'Not Approved', 'Page 2 is cut off.', '2 of 5 videos watched · 45%'],
  ],
  [
    'videos watched',
    { enrolments: [films], next: nextOf('watch', films) },
    ['Submit Training'],
    `/training/${films.courseId._id}`,
  ],
  [
    'test open',
    { enrolments: [open], next: nextOf('take-test', open, { test: { minutes: 30, deadline: null, attempts: 0 } }) },
    ['Your test is open', 'Your training is complete. You have 30 min', 'Give Test'],
    `/testPage/${open.courseId._id}`,
  ],
  [
    'test not passed yet',
    { enrolments: [open], next: nextOf('take-test', open, { test: { minutes: null, deadline: null, attempts: 1 } }) },
    ['You have not passed it yet. You can take it again now.', 'no time limit', 'Give Test'],
    `/testPage/${open.courseId._id}`,
  ],
  [
    'test without a profile',
    { hasProfile: false, enrolments: [open], next: nextOf('complete-profile', open) },
    ['The test of Fire Fighting is open. It needs your profile'],
    '/profile',
  ],
  [
    'test under way',
    {
      enrolments: [open],
      next: nextOf('continue-test', open, { test: { minutes: 30, deadline: '2026-09-06T09:30:00.000Z', attempts: 0 } }),
    },
    ['It ends at', 'Continue the Test'],
    `/testPage/${open.courseId._id}`,
  ],
  [
    'next attempt',
    { enrolments: [open], next: nextOf('wait', open, { nextAttemptAt: '2026-09-07T09:30:00.000Z' }) },
    ['You can take the test again from'],
    '/courses',
  ],
  [
    'all done',
    { enrolments: [certified], next: nextOf('choose-course'), certificates: [certificate(1)] },
    ['All done', 'Choose your next course'],
    '/courses',
    ['Certificates', certNo, 'My Certificates'],
  ],
  [
    'on hold',
    { enrolments: [held], next: nextOf('wait', held), certificates: [{ ...certificate(1), status: 'held' }] },
    ['Nothing to do right now', 'on hold until the academy has checked your identity'],
    '/courses',
    ['Certificate on hold', 'Not issued yet'],
  ],
  ['renewal', { enrolments: [expired], next: nextOf('renew', expired) }, ['Time to renew', 'Enroll Again'], null],
  [
    'expiring',
    { enrolments: [films], next: watching, expiring },
    ['Continue'],
    `/training/${films.courseId._id}`,
    [
      ...[
        'Expires soon',
        'Seaman’s book (CDC)',
        'Expired',
        'Passport',
        'Last day',
        'Certificate: Rafts',
        '30 days left',
      ],
      ...['Enroll again', '2 more in My Documents'],
    ],
  ],
];

test('the first card says the one thing to do, in every state', async () => {
  learnerAt();
  await openPage('/dashboard');
  const card = () => main().element().querySelector('.card');
  for (const [state, part, words, to, more = []] of states) {
    homeAt(part);
    await queryClient.refetchQueries({ queryKey: homeQuery.queryKey });
    for (const word of words) await expect.poll(() => card()?.textContent, { message: state }).toContain(word);
    const ways = [...(card()?.querySelectorAll('a, button') ?? [])];
    expect(ways[0]?.getAttribute('href') ?? null, state).toBe(to);
    for (const word of more) await expect.element(main().getByText(word, { exact: false }).first()).toBeVisible();
    expect(
      main()
        .getByRole('heading', { level: 1 })
        .elements()
        .map((one) => one.textContent),
    ).toEqual(['Welcome, Asha']);
    if (looked.has(state)) await expectSound(`dashboard, ${state}`);
  }
});

const classes = {
  _id: idOf('b0000000'),
  code: 'PD 1',
  firstDay: '2099-12-03',
  lastDay: '2099-12-04',
  restDays: [],
  startsAt: '09:00',
  endsAt: '17:00',
  venue: 'Pool hall',
  isCancelled: false,
  waiting: null,
};

test('a full page stands in the order of use, and fits the narrowest phone', async () => {
  learnerAt();
  const all = [films, open, certified, requested, declined, { ...classroom, batch: classes }];
  homeAt({ enrolments: all, next: watching, expiring, certificates: [1, 2, 3, 4].map(certificate) });
  server.answer(courses.listActive, { data: [courseOf({ _id: idOf('90000000', 50), title: 'Food Handling' })] });
  await openPage('/dashboard');
  await expect.element(main().getByRole('heading', { name: 'Food Handling' })).toBeVisible();
  await expect.element(main().getByText(/Valid together with: Certificate of competency$/)).toBeVisible();
  const headings = main()
    .getByRole('heading', { level: 2 })
    .elements()
    .map((one) => one.textContent);
  expect(headings).toEqual([
    films.courseId.title,
    ...[
      '3 Dec 2099, 09:00 to 17:00',
      'Expires soon',
      'Requests',
      'My Courses',
      'Certificates',
      'Users',
      'Courses',
      'Reports',
      'Settings',
      'Course List',
    ],
  ]);
  const accepted = main().getByRole('region', { name: 'My Courses' });
  const now = accepted
    .getByRole('listitem')
    .elements()
    .filter((one) => one.getAttribute('aria-current') === 'step');
  // those under way; one that is certified stands among the certificates
  expect(now.map((one) => one.textContent)).toEqual(['Videos', 'Test', 'Class']);
  expect(
    accepted
      .getByRole('heading', { level: 3 })
      .elements()
      .map((one) => one.textContent),
  ).toEqual([films, open, classroom].map(({ courseId }) => courseId.title));
  const next = main().getByRole('region', { name: '3 Dec 2099, 09:00 to 17:00' });
  await expect.element(next.getByText('Next class')).toBeVisible();
  await expect
    .element(next.getByRole('link', { name: /^Map/ }))
    .toHaveAttribute('href', 'https://www.openstreetmap.org/search?query=Pool+hall%2C+Mumbai');
  // one of the four has none
  expect(main().getByRole('img', { name: 'Certificate: Muster and Rafts' }).elements()).toHaveLength(3);
  await expectSound('dashboard, full');
  await expectWithin('dashboard, full', 320);
  // the button is on the first screen of a phone
  await page.viewport(phone.width, phone.height);
  const bottom =
    button('Continue').elements()[0] ?? main().getByRole('link', { name: 'Continue', exact: true }).element();
  expect(bottom.getBoundingClientRect().bottom).toBeLessThan(phone.height);
  await page.viewport(desk.width, desk.height);
});

test('a declined request is sent again from the first card', async () => {
  learnerAt();
  const ready = { ...declined, steps: ['ask-again' as const] };
  homeAt({ enrolments: [ready], next: nextOf('ask-again', ready) });
  await openPage('/dashboard');
  const waiting = { ...requested, courseId: ready.courseId };
  server.answer(enrolments.request, { message: 'asked', data: waiting });
  homeAt({ enrolments: [waiting], next: nextOf('wait', waiting) });
  await button('Ask again').click();
  await expect.element(main().getByText('Nothing to do right now')).toBeVisible();
  expect(server.sent(enrolments.request)).toMatchObject([{ body: { courseId: ready.courseId._id } }]);
});

test('a page that cannot be loaded says so, and is loaded again', async () => {
  learnerAt();
  server.fail(home.getHome, { status: 500 });
  await openPage('/dashboard');
  await expect.element(alertWith('Failed to load your dashboard.')).toBeVisible();
  await expectSound('dashboard, not loaded');
  homeAt();
  await button('Try again').click();
  await expect.element(main().getByText('Choose your first course')).toBeVisible();
});

const ownPages = [
  ['My Courses', '/UserCource'],
  ['Certificates', '/certificates'],
  ['My Documents', '/documents'],
  ['Fees', '/fees'],
  ['May I Join?', '/may-i-join'],
  ['Aboard', '/aboard'],
  ['Account', '/account'],
] as const;

test('the learner’s own pages are above the page at a desk, and in the drawer of a phone', async () => {
  learnerAt();
  await openPage('/dashboard');
  const row = page.getByRole('navigation', { name: 'Your pages' });
  for (const [name, to] of ownPages)
    await expect.element(row.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
  await page.viewport(phone.width, phone.height);
  expect(row.elements()).toEqual([]);
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const [name, to] of ownPages)
    await expect.element(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
  await page.viewport(desk.width, desk.height);
});
