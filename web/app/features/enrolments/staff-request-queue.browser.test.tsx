import { enrolments } from '@fairlead/contract/enrolments/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { stopClock } from '../../../testing/clock.ts';
import { feeSummaryOf, waitingProofOf } from '../../../testing/fees.ts';
import { expectCount, expectNone, main } from '../../../testing/forms.ts';
import { overviewOf } from '../../../testing/overview.ts';
import { profileOf } from '../../../testing/profiles.ts';
import { idOf, moment, requestOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

const card = (name: string) => ({
  filename: `${name}.svg`,
  url: `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 630" width="1000" height="630"><rect width="1000" height="630" rx="36" fill="#f3f1e8"/><rect width="1000" height="120" rx="36" fill="#0b2545"/><rect x="60" y="190" width="270" height="340" fill="#9db4c0"/><text x="380" y="260" font-size="44" font-family="sans-serif">${name}</text></svg>`,
  )}`,
});

const passport = {
  document: 'passportDocument' as const,
  reason: 'unreadable' as const,
  note: null,
  at: moment,
  answeredAt: moment,
};

/** The n-th request of the queue, by a person of this name. */
function requestBy(name: string, n: number, part: Parameters<typeof requestOf>[0] = {}) {
  const person = { _id: idOf('10000000', n), email: `${name.toLowerCase()}@example.org` };
  const profile = profileOf({
    _id: person._id,
    name,
    IdDocument: card(`Card of ${name}`),
    profilePicture: card(`Face of ${name}`),
    signature: card(`Signature of ${name}`),
  });
  return requestOf({ _id: idOf('80000000', n), userId: person, userName: name, profile, ...part });
}

const other = { id: idOf('10000000', 9), name: 'Ravi Kumar' };
const [asha, bilal, chitra] = [
  requestBy('Asha', 1, {
    warnings: [
      { kind: 'expires-before-end', paper: 'passport', on: '2026-12-01', endsOn: '2026-12-18' },
      { kind: 'readable-zone', field: 'name', read: 'RAVI KUMAR', entered: 'Asha' },
      { kind: 'readable-zone', field: 'birthDate', read: '1990-04-05', entered: '1990-05-04' },
      { kind: 'same-number', paper: 'indos', other },
      { kind: 'blurred-picture', document: 'idDocument' },
    ],
  }),
  requestBy('Bilal', 2),
  requestBy('Chitra', 3),
];

beforeEach(() => {
  staffAt();
  server.answer(overview.getOverview, overviewOf());
  server.answer(enrolments.listPending, [asha, bilal, chitra]);
});

const shown = (name: string) => main().getByRole('img', { name: `Voter ID of ${name}` });
const open = () => openStaffPage('enrollment-request/one-by-one');
const key = (keys: string) => userEvent.keyboard(keys);

test('requests are decided one after the other by keys, and the list is not read again in between', async () => {
  await open();
  await expect.element(shown('Asha')).toBeVisible();
  await expect.element(main().getByText('Request 1 of 3. 0 done.')).toBeVisible();
  const inZone = main().getByText(/machine-readable zone \(MRZ\) of the passport is 5 Apr 1990;/);
  await expect.element(inZone).toBeVisible();
  await expectSound('queue, with warnings');
  server.answer(enrolments.accept, { message: 'Enrollment request accepted.', isUndoable: false });
  await key('a');
  const question = page.getByRole('dialog', { name: 'Accept Request' });
  await expect.element(question.getByText('Are you sure you want to accept this enrollment request?')).toBeVisible();
  const confirm = question.getByRole('button', { name: 'Yes, Accept' });
  await confirm.click();
  await expect.element(question.getByText('Tick each of them, or reject the request')).toBeVisible();
  await expectSound('queue, accept with warnings, none ticked');
  const ticks = question.getByRole('checkbox');
  await expectCount(ticks, 5);
  for (const tick of ticks.all().slice(1)) await tick.click();
  await confirm.click();
  await expect.element(question.getByText('Tick each of them, or reject the request')).toBeVisible();
  expect(server.sent(enrolments.accept)).toEqual([]);
  await ticks.first().click();
  await confirm.click();
  await expect.element(shown('Bilal')).toBeVisible();
  expect(server.sent(enrolments.accept).map(({ params, query }) => [params.id, query])).toEqual([
    [asha._id, { profileSeenAt: asha.profile?.updatedAt, stateSeen: 'requested' }],
  ]);

  server.answer(enrolments.reject, { message: 'Enrollment request rejected.' });
  await key('r');
  await page.getByRole('dialog').getByLabelText('Reason').selectOptions('Batch full');
  await page.getByRole('button', { name: 'Yes, Reject' }).click();
  await expect.element(shown('Chitra')).toBeVisible();
  expect(server.sent(enrolments.reject).map(({ params, query }) => [params.id, query])).toEqual([
    [bilal._id, { profileSeenAt: bilal.profile?.updatedAt, statusSeen: 'pending' }],
  ]);

  server.answer(seafarers.askForDocument, { message: 'The person has been asked for the document.' });
  await key('d');
  const dialog = page.getByRole('dialog', { name: 'Ask for a Document' });
  await expect.element(dialog).toBeVisible();
  await expectSound('queue, ask for a document');
  await dialog.getByLabelText('Document').selectOptions('Passport');
  await dialog.getByLabelText('Reason').selectOptions('Other');
  await dialog.getByRole('button', { name: 'Ask' }).click();
  await expect.element(dialog.getByText('Please write the reason')).toBeVisible();
  await dialog.getByLabelText('Reason').selectOptions('Blurred or too small');
  await dialog.getByRole('button', { name: 'Ask' }).click();
  await expect.element(main().getByText('No requests are pending.')).toBeVisible();
  await expect.element(main().getByText('3 done.')).toBeVisible();
  expect(server.sent(seafarers.askForDocument).map(({ params, query, body }) => [params.id, query, body])).toEqual([
    [
      chitra.userId._id,
      { profileSeenAt: chitra.profile?.updatedAt },
      { document: 'passportDocument', reason: 'unreadable' },
    ],
  ]);
  await expectSound('queue, empty');
  expect(server.sent(enrolments.listPending)).toHaveLength(1);
});

/** Opens the queue of two requests that can be accepted without a question; the clock stands still. */
async function openTwoClean() {
  const clock = stopClock();
  server.answer(enrolments.listPending, [bilal, chitra]);
  server.answer(enrolments.accept, { message: 'Enrollment request accepted.', isUndoable: true });
  await open();
  await clock.passes(1);
  await expect.element(shown('Bilal')).toBeVisible();
  return clock;
}

test('a clean request is accepted by one key, the next not by the same, and undone for ten seconds', async () => {
  const clock = await openTwoClean();
  await key('aa');
  await expect.element(shown('Chitra')).toBeVisible();
  await key('a');
  await clock.passes(0.3);
  expect(page.getByRole('dialog').elements()).toEqual([]);
  const seen = { stateSeen: 'requested', undoable: 'yes' };
  expect(server.sent(enrolments.accept).map(({ params, query }) => [params.id, query])).toEqual([
    [bilal._id, { profileSeenAt: bilal.profile?.updatedAt, ...seen }],
  ]);
  await expect.element(main().getByText(/^Bilal is accepted for/)).toBeVisible();
  await expectSound('queue, accepted and can be undone');
  server.answer(enrolments.undoAccept, { message: 'The acceptance was undone. The request is pending again.' });
  await key('u');
  await expect.element(shown('Bilal')).toBeVisible();
  await expect.element(main().getByText('Request 1 of 2. 0 done.')).toBeVisible();
  expect(server.sent(enrolments.undoAccept).map(({ params }) => params.id)).toEqual([bilal._id]);
  await clock.passes(1);
  await main().getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.element(shown('Chitra')).toBeVisible();
  await clock.passes(9);
  await expect.element(main().getByRole('button', { name: 'Undo' })).toBeVisible();
  await clock.passes(1);
  await expectNone(main().getByRole('button', { name: 'Undo' }));
  await key('u');
  expect(server.sent(enrolments.undoAccept)).toHaveLength(1);
});

test('acceptances are undone one after the other, the latest first, and one that came too late says so', async () => {
  server.answer(enrolments.listPending, [bilal, chitra]);
  server.answer(enrolments.accept, { message: 'Enrollment request accepted.', isUndoable: true });
  await open();
  for (const name of ['Bilal', 'Chitra']) {
    await expect.element(shown(name)).toBeVisible();
    await main().getByRole('button', { name: 'Accept', exact: true }).click();
  }
  await expect.element(main().getByText(/^Chitra is accepted for/)).toBeVisible();
  server.answer(enrolments.undoAccept, { message: 'The acceptance was undone. The request is pending again.' });
  await key('u');
  await expect.element(shown('Chitra')).toBeVisible();
  server.fail(enrolments.undoAccept, { status: 409, message: 'It is too late to undo this.' });
  await expect.element(main().getByText(/^Bilal is accepted for/)).toBeVisible();
  await key('u');
  await expect.element(page.getByText('It is too late to undo this.')).toBeVisible();
  await expectNone(main().getByRole('button', { name: 'Undo' }));
  expect(server.sent(enrolments.undoAccept).map(({ params }) => params.id)).toEqual([chitra._id, bilal._id]);
  expect(shown('Bilal').elements()).toEqual([]);
});

test('an undo that the network loses stays, also after its seconds, and is tried again', async () => {
  const clock = await openTwoClean();
  await main().getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.element(shown('Chitra')).toBeVisible();
  const undo = main().getByRole('button', { name: 'Undo' });
  for (const lost of ['no link', { status: 503 }] as const) {
    server.fail(enrolments.undoAccept, lost);
    await undo.click();
    await expect.poll(() => page.getByRole('alert').elements().length).toBeGreaterThan(0);
    await clock.passes(9);
    await expect.element(undo).toBeEnabled();
  }
  await expect.element(main().getByText(/^Bilal is accepted for/)).toBeVisible();
  server.answer(enrolments.undoAccept, { message: 'The acceptance was undone. The request is pending again.' });
  await undo.click();
  await expect.element(shown('Bilal')).toBeVisible();
  await expectNone(undo);
  expect(server.sent(enrolments.undoAccept)).toHaveLength(3);
});

test('the fee stands with its request, and its proof of payment is confirmed with it by keys', async () => {
  staffAt('registrar');
  const [proof, tooMuch] = [waitingProofOf(), waitingProofOf({ amountPaise: 450_001 })];
  const fee = feeSummaryOf({ state: 'checking' });
  server.answer(enrolments.listPending, [
    requestBy('Asha', 1, { fee: { ...fee, proof } }),
    requestBy('Bilal', 2, { fee: { ...fee, proof: tooMuch } }),
    requestBy('Chitra', 3, { fee: { ...feeSummaryOf(), proof: null } }),
  ]);
  server.answer(enrolments.accept, { message: 'Course accepted.', isUndoable: false });
  await open();
  await expect.element(main().getByRole('img', { name: 'Proof of payment' })).toBeVisible();
  await expectSound('queue, a proof of payment');
  await key('a');
  const dialog = page.getByRole('dialog', { name: 'Accept Request' });
  await expect.element(dialog.getByLabelText(/^Confirm the payment of ₹4,500 too/)).toBeChecked();
  await dialog.getByRole('button', { name: 'Yes, Accept' }).click();
  await expect.element(shown('Bilal')).toBeVisible();
  await key('a');
  await expect.element(dialog.getByLabelText(/^Confirm the payment of ₹4,500.01 too/)).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Yes, Accept' }).click();
  await expect.element(shown('Chitra')).toBeVisible();
  await expect.element(main().getByText('To pay')).toBeVisible();
  expect(server.sent(enrolments.accept).map(({ query }) => query?.proofId)).toEqual([proof._id, undefined]);
});

test('documents are turned, enlarged and changed by keys, and the next person’s begin as they are', async () => {
  await open();
  const picture = () => shown('Asha').element() as HTMLElement;
  await expect.element(shown('Asha')).toBeVisible();
  const before = picture().getBoundingClientRect();
  await key('+');
  await expect.element(main().getByText('150%')).toBeVisible();
  await key('t');
  expect(picture().style.rotate).toBe('90deg');
  expect(picture().getBoundingClientRect().width).toBeCloseTo(before.width * 1.5, 0);
  await key('-');
  await key('{ArrowRight}');
  await expect.element(main().getByRole('img', { name: 'Signature of Asha' })).toBeVisible();
  expect(shown('Asha').elements()).toEqual([]);
  await key('{ArrowLeft}{ArrowLeft}');
  await expect.element(main().getByRole('img', { name: 'Profile picture of Asha' })).toBeVisible();
  await key('j');
  await expect.element(shown('Bilal')).toBeVisible();
  expect((shown('Bilal').element() as HTMLElement).style.rotate).toBe('0deg');
  await key('k');
  await expect.element(main().getByRole('img', { name: 'Profile picture of Asha' })).toBeVisible();
  await key('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Rotate')).toBeVisible();
});

test('the next document is loaded ahead, in the element that shows it later', async () => {
  await open();
  await expect.element(shown('Asha')).toBeVisible();
  const ahead = document.querySelector('img[alt="Voter ID of Bilal"]');
  expect(ahead).not.toBeNull();
  await key('j');
  await expect.element(shown('Bilal')).toBeVisible();
  expect(shown('Bilal').element()).toBe(ahead);
});

test('a request that has changed stays in the queue, and is read again', async () => {
  server.answer(enrolments.listPending, [{ ...asha, warnings: [] }, bilal, chitra]);
  await open();
  await expect.element(shown('Asha')).toBeVisible();
  server.fail(enrolments.accept, { status: 409, message: 'This profile was changed after you opened it.' });
  server.answer(enrolments.listPending, [asha, bilal, chitra]);
  await main().getByRole('button', { name: 'Accept', exact: true }).click();
  await expect
    .element(page.getByText('Failed to accept course. This profile was changed', { exact: false }))
    .toBeVisible();
  await expect.element(main().getByRole('region', { name: 'Warnings' })).toBeVisible();
  await expect.element(main().getByText('Request 1 of 3. 0 done.')).toBeVisible();
});

test('a PDF opens in the browser’s viewer, a document that was asked for is marked, and no profile has none', async () => {
  const profile = profileOf({
    IdDocument: { filename: 'card.pdf', url: 'data:application/pdf,card' },
    documentRequests: [{ _id: idOf('50000000'), ...passport }],
  });
  server.answer(enrolments.listPending, [requestOf({ profile }), requestBy('Devi', 4, { profile: null })]);
  await open();
  await expect.element(main().getByRole('link', { name: 'Open the PDF: Voter ID of Asha Nair' })).toBeVisible();
  await expect.element(main().getByText(/^Asked .*, uploaded /)).toBeVisible();
  await expectSound('queue, a PDF');
  await key('j');
  await expect.element(main().getByText('No profile yet.')).toBeVisible();
  expect(main().getByRole('button', { name: 'Ask for a document' }).elements()).toEqual([]);
  await expectSound('queue, no profile');
});

test('a queue that cannot be read says so, and is read again', async () => {
  server.fail(enrolments.listPending, { status: 500 });
  await open();
  await expect.element(main().getByText('Failed to load inactive courses')).toBeVisible();
  await expectSound('queue, failed');
  server.answer(enrolments.listPending, [asha]);
  await main().getByRole('button', { name: 'Try again' }).click();
  await expect.element(shown('Asha')).toBeVisible();
});

test('all requests of a person who is asked for a document leave the queue', async () => {
  server.answer(enrolments.listPending, [
    asha,
    bilal,
    { ...asha, _id: idOf('80000000', 4), courseTitle: 'Advanced Fire Fighting' },
  ]);
  await open();
  await expect.element(shown('Asha')).toBeVisible();
  server.answer(seafarers.askForDocument, { message: 'The person has been asked for the document.' });
  await key('d');
  const dialog = page.getByRole('dialog', { name: 'Ask for a Document' });
  await dialog.getByLabelText('Document').selectOptions('Passport');
  await dialog.getByLabelText('Reason').selectOptions('Blurred or too small');
  await dialog.getByRole('button', { name: 'Ask' }).click();
  await expect.element(shown('Bilal')).toBeVisible();
  await expect.element(main().getByText('Request 1 of 1. 2 done.')).toBeVisible();
});

test('a queue whose next page cannot be read is not called empty, and goes on', async () => {
  server.answer(
    enrolments.listPending,
    () => {
      server.fail(enrolments.listPending, { status: 500 });
      return [chitra];
    },
    { link: '</api/userCourses/inactive?after=next>; rel="next"' },
  );
  server.answer(enrolments.accept, { message: 'Enrollment request accepted.', isUndoable: false });
  await open();
  await expect.element(shown('Chitra')).toBeVisible();
  await main().getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.element(shown('Chitra')).not.toBeInTheDocument();
  await expect.element(main().getByText('Failed to load further requests.')).toBeVisible();
  await expect.element(main().getByText('No requests are pending.')).not.toBeInTheDocument();
  server.answer(enrolments.listPending, [bilal]);
  await main().getByRole('button', { name: 'Try again' }).click();
  await expect.element(shown('Bilal')).toBeVisible();
});
