import { courses } from '@fairlead/contract/courses/calls';
import { enrolments, type OwnEnrolment, type Standing } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import { stateNames } from '@fairlead/contract/values/enrolment-state';
import { expect, test } from 'vitest';
import { stopClock } from '../../../testing/clock.ts';
import { courseOf } from '../../../testing/courses.ts';
import { feeSummaryOf } from '../../../testing/fees.ts';
import { alertWith, button, expectNone, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { enrolmentOf, idOf, moment, noProgress } from '../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { standAt, standingOf } from '../../../testing/standings.ts';

const own = (['approved', 'pending', 'rejected'] as const).map((status, n) =>
  enrolmentOf({
    _id: idOf('80000000', n),
    status,
    isActive: status === 'approved',
    courseId: courseOf({
      _id: idOf('90000000', n),
      title: ['Radar Basics', 'Ship Security', 'Tanker Safety'][n] ?? '',
    }),
    progress: { ...noProgress, filmsTotal: n === 0 ? 1 : 0 },
  }),
);

// shows: messages/report-courses-load
test.each([
  { path: '/UserCource', failure: 'Failed to load courses.', empty: 'No courses found.' },
  {
    path: '/EnrollmentRequest',
    failure: 'Failed to load enrollment requests.',
    empty: 'No enrollment requests found.',
  },
  { path: '/certificate-report', failure: 'Failed to load courses.', empty: 'No certificates yet' },
])('$path: failing, refused with a reason, empty', async ({ path, failure, empty }) => {
  learnerAt();
  server.fail(enrolments.listOwn, { status: 500 });
  await openPage(path);
  await expect.element(alertWith(failure)).toBeVisible();
  await expectSound(`${path}, failed`);
  const again = server.hold(enrolments.listOwn);
  server.fail(enrolments.listOwn, { status: 503, message: 'The harbour is closed until noon.' });
  await button('Try again').click();
  await expect.element(button('Try again')).toBeDisabled();
  again();
  await expect.element(alertWith('The harbour is closed until noon.')).toBeVisible();
  await expect.element(alertWith(failure)).toBeVisible();
  server.answer(enrolments.listOwn, []);
  await button('Try again').click();
  await expect.element(main().getByText(empty)).toBeVisible();
  expect(main().getByRole('alert').elements()).toEqual([]);
  await expectSound(`${path}, empty`);
});

/** A course in every state, and declined ones with each way on. */
const everyState: [string, Standing, Partial<OwnEnrolment>?][] = [
  ['Ship Security', standingOf('requested'), { status: 'pending' }],
  [
    'Tanker Safety',
    standingOf('declined', {
      steps: ['update-profile', 'ask-again'],
      declined: {
        reason: 'documents-unreadable',
        note: 'Page 2 of the CDC is cut off at the edge.',
        at: moment,
        askAgainFrom: null,
      },
    }),
    { status: 'rejected' },
  ],
  [
    'Rescue Boats',
    standingOf('declined', {
      steps: [],
      declined: { reason: 'batch-full', note: null, at: moment, askAgainFrom: '2026-09-13T06:30:00.000Z' },
    }),
    { status: 'rejected' },
  ],
  ['Cargo Gear', standingOf('declined'), { status: 'rejected' }],
  [
    'Radar Basics',
    standingOf('training'),
    { progress: { ...noProgress, filmsTotal: 3, filmsCompleted: 1, percent: 40 } },
  ],
  ['Fire Fighting', standingOf('test-open'), { progress: { ...noProgress, percent: 100, trainingSubmitted: true } }],
  [
    'First Aid',
    standingOf('certified', {
      steps: ['certificate', 'renew', 'launch'],
      certificate: { onHold: false, dateOfExpiry: '2027-01-31' },
    }),
    { progress: { ...noProgress, percent: 100, trainingSubmitted: true, testPassed: true } },
  ],
  ['Crowd Control', standingOf('certified', { certificate: { onHold: true, dateOfExpiry: null } })],
  ['Oil Spills', standingOf('certificate-expired', { certificate: { onHold: false, dateOfExpiry: '2026-05-31' } })],
  ['Ice Navigation', standingOf('certificate-revoked')],
];
const inEveryState = everyState.map(([title, standing, part], n) =>
  enrolmentOf({
    ...part,
    ...standing,
    _id: idOf('80000000', n),
    courseId: courseOf({ _id: idOf('90000000', n), title }),
  }),
);
const rowOf = (title: string) => main().getByRole('listitem').filter({ hasText: title });

// shows: routes/enrolment-requests
test('each state is named, explained, and leads on', async () => {
  learnerAt(inEveryState);
  await openPage('/EnrollmentRequest');
  for (const [title, ...words] of [
    ['Ship Security', 'Waiting for approval', 'You will get an email with its decision.'],
    [
      'Tanker Safety',
      'Not Approved',
      'Documents unreadable',
      'Page 2 of the CDC',
      'Update your profile, then ask again.',
    ],
    ['Rescue Boats', 'Not Approved', 'This batch is full.', 'You can ask again from'],
    ['Cargo Gear', 'Not Approved', 'The academy gave no reason.'],
    ['Radar Basics', 'In training', 'Complete the training in order'],
    ['Fire Fighting', 'Test open', 'You can take the test now.'],
    ['First Aid', 'Certified', 'valid until 31 Jan 2027', 'Enroll again to renew it.'],
    ['Crowd Control', 'Certificate on hold', 'on hold until the academy has checked your identity'],
    ['Oil Spills', 'Certificate expired', 'expired on 31 May 2026'],
    ['Ice Navigation', 'Certificate revoked', 'The academy has revoked your certificate.'],
  ] as const)
    for (const word of words) await expect.element(rowOf(title)).toMatchTextContent(word);
  const ways = (title: string) =>
    ['link', 'button'].flatMap((role) =>
      rowOf(title)
        .getByRole(role as 'link')
        .elements()
        .map((one) => one.textContent),
    );
  expect(everyState.map(([title]) => ways(title))).toEqual([
    [],
    ['Update your profile', 'Ask again'],
    [],
    ['Ask again'],
    ['Launch'],
    ['Give Test', 'Launch'],
    ['View Certificate', 'Launch', 'Enroll Again'],
    ['View Certificate', 'Launch'],
    ['View Certificate', 'Enroll Again'],
    ['View Certificate', 'Enroll Again'],
  ]);
  await expectSound('requests');
});

test.each(['/UserCource', '/courses'])('%s shows each state', async (path) => {
  learnerAt(inEveryState);
  server.answer(courses.listActive, { data: inEveryState.map(({ courseId }) => courseId) });
  server.answer(courses.listCategories, { data: ['Safety'] });
  standAt(
    inEveryState.map(({ courseId, state, steps, declined, certificate, batch, lacksOpenDate }) => ({
      state,
      steps,
      declined,
      certificate,
      batch,
      lacksOpenDate,
      courseId: courseId._id,
    })),
  );
  await openPage(path);
  for (const { courseId, state, certificate } of inEveryState) {
    const name = certificate?.onHold ? 'Certificate on hold' : stateNames[state];
    await expect.element(rowOf(courseId.title).getByText(name, { exact: true })).toBeVisible();
  }
  // where there is no place for the reason, it is one step away
  const why = path === '/UserCource' ? 'Page 2 of the CDC is cut off' : 'See why';
  await expect.element(rowOf('Tanker Safety')).toMatchTextContent(why);
  await expectSound(`${path}, every state`);
  await expectWithin(`${path}, every state`, 320);
});

// the parts are those of the other pages, which show every state
test.each(inEveryState.filter(({ state }) => state === 'requested' || state === 'certified').slice(0, 2))(
  'the page of $courseId.title shows its state',
  async (own) => {
    const { courseId: course, state, steps, declined, certificate, batch, lacksOpenDate } = own;
    learnerAt([own]);
    server.answer(courses.getCourse, { data: course });
    server.answer(training.listTitles, { data: [] });
    standAt([{ courseId: course._id, state, steps, declined, certificate, batch, lacksOpenDate }]);
    await openPage(`/courses/${course._id}`);
    await expect.element(main().getByText(stateNames[state], { exact: true })).toBeVisible();
    await expectNone(main().getByRole('button', { name: 'Enroll Now' }));
    await expectSound(`course, ${course.title}`);
  },
);

test('a declined learner asks again where the reason is shown', async () => {
  learnerAt(inEveryState);
  await openPage('/UserCource');
  const again = rowOf('Cargo Gear').getByRole('button', { name: 'Ask again' });
  const asked = inEveryState.map((one) =>
    one.courseId.title === 'Cargo Gear' ? { ...one, ...standingOf('requested'), status: 'pending' as const } : one,
  );
  const release = server.hold(enrolments.request);
  server.answer(enrolments.request, { message: 'asked', data: asked[3] ?? enrolmentOf() });
  server.answer(enrolments.listOwn, asked);
  await again.click();
  await expect.element(again).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.element(rowOf('Cargo Gear').getByText('Waiting for approval')).toBeVisible();
  expect(server.sent(enrolments.request)).toMatchObject([{ body: { courseId: idOf('90000000', 3) } }]);
});

// shows: user-courses/launch, user-courses/progress
test('courses remain with a note while the connection is lost, and are read again every minute', async () => {
  learnerAt(own);
  const { passes } = stopClock();
  await openPage('/UserCource');
  await expect.poll(() => main().getByRole('progressbar').elements().length).toBe(1);
  await expect.element(main().getByText('0 of 1 videos watched')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Launch the Course' })).toBeVisible();
  await expect.element(main().getByText('Not Approved', { exact: true })).toBeVisible();
  await expect.element(main().getByText('Waiting for approval', { exact: true })).toBeVisible();
  await expectSound('courses');
  const before = server.sent(enrolments.listOwn).length;
  server.fail(enrolments.listOwn, 'no link');
  await passes(59.999);
  expect(server.sent(enrolments.listOwn)).toHaveLength(before);
  // with its two automatic retries
  await passes(10);
  await expect.element(main().getByText('The server does not answer.', { exact: false })).toBeVisible();
  expect(main().getByRole('progressbar').elements()).toHaveLength(1);
  await expectSound('courses, stale');
  server.answer(enrolments.listOwn, own);
  await button('Try again').click();
  await expect.poll(() => main().getByText('The server does not answer.', { exact: false }).elements()).toEqual([]);
  expect(main().getByRole('progressbar').elements()).toHaveLength(1);
});

const feeStates = ['due', 'checking', 'paid', 'waived', 'cancelled'] as const;
const withFees = feeStates.map((state, n) =>
  enrolmentOf({
    ...standingOf('requested'),
    _id: idOf('80000000', n),
    status: 'pending',
    fee: feeSummaryOf({ state }),
    courseId: courseOf({ _id: idOf('90000000', n), title: `Course ${state}` }),
  }),
);

test.each(['/EnrollmentRequest', '/UserCource'])('%s: a fee to pay leads to its page', async (path) => {
  learnerAt(withFees);
  await openPage(path);
  for (const [title, words, link] of [
    ['Course due', 'Fee to pay: ₹4,500', 'Pay the fee'],
    ['Course checking', 'The academy checks your payment of the fee.', 'See payment'],
    ['Course paid', 'The fee is paid.', 'Receipts'],
  ] as const) {
    await expect.element(rowOf(title)).toMatchTextContent(words);
    const to = `/fees/${withFees.find(({ courseId }) => courseId.title === title)?._id}`;
    await expect.element(rowOf(title).getByRole('link', { name: link })).toHaveAttribute('href', to);
  }
  await expect.element(rowOf('Course waived')).toMatchTextContent('You do not have to pay a fee.');
  await expect.element(rowOf('Course cancelled')).not.toMatchTextContent(/fee\b/i);
  await expectSound(`${path}, fees`);
});
