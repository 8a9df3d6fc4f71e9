import { accounts } from '@fairlead/contract/accounts/calls';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { batches } from '@fairlead/contract/batches/calls';
import { contact } from '@fairlead/contract/contact/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { owed } from '@fairlead/contract/fees/owed';
import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import type { Call } from '@fairlead/contract/platform/call';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { training } from '@fairlead/contract/training/calls';
import { wallet } from '@fairlead/contract/wallet/calls';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { batchOf } from '../../testing/batches.ts';
import { messageOf } from '../../testing/contact.ts';
import { courseOf } from '../../testing/courses.ts';
import { issuedDocumentOf, listedBillOf, listedFeeOf, listedProofOf, owedOf, paymentOf } from '../../testing/fees.ts';
import { alertWith, button, expectNone, field, main } from '../../testing/forms.ts';
import { passOf } from '../../testing/offline-records.ts';
import { profileOf } from '../../testing/profiles.ts';
import {
  filmOf,
  idOf,
  moment,
  requestOf,
  resultUnderReviewOf,
  submittedOf,
  testOf,
  trainingOf,
} from '../../testing/records.ts';
import { expectSound } from '../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../testing/staff.ts';
import { server } from '../../testing/stand-in-server.ts';
import { endingDocumentOf } from '../../testing/wallet.ts';
import { queryClient } from '../lib/calls/query-client.ts';

// Requirements of every list of staff: it loads, fails, is empty, has no matches, and is filtered and sorted.

const person = (n: number, name: string) => ({
  _id: idOf('10000000', n),
  name,
  email: `person.${n}@example.org`,
  mobile: '9820012345',
  createdAt: moment,
  state: 'approved',
  invitation: null,
});

type List = {
  path: string;
  call: Call;
  /** Two records, in the order in which the server returns them, and the name of each. */
  records: object[];
  names: [string, string];
  /** Whether the response is the records themselves, and not an object with them under `data`. */
  bare?: boolean;
  failure: string;
  empty: string;
  noMatch?: string;
  search: string;
  /** A filter with one of its options, and the query parameters that it sends. */
  filter: [label: string, option: string, asked: Record<string, string>];
  sort?: [option: string, asked: string];
};

const lists: List[] = [
  {
    path: 'unapproved-users',
    call: accounts.listUnapproved,
    records: [person(1, 'Zoya Kumar'), person(2, 'Anil Kumar')],
    names: ['Zoya Kumar', 'Anil Kumar'],
    bare: true,
    failure: 'Failed to load users.',
    empty: 'No unapproved users found.',
    search: 'Search by name or email',
    filter: ['Registered from', '2026-09-05', { from: '2026-09-05' }],
    sort: ['By name', 'name'],
  },
  {
    path: 'approved-users',
    call: accounts.listApproved,
    records: [person(1, 'Zoya Kumar'), person(2, 'Anil Kumar')],
    names: ['Zoya Kumar', 'Anil Kumar'],
    bare: true,
    failure: 'Failed to load users.',
    empty: 'No approved users found.',
    search: 'Search by name or email',
    filter: ['State', 'Disabled', { state: 'disabled' }],
    sort: ['Oldest first', 'oldest'],
  },
  {
    path: 'user-profiles',
    call: seafarers.listProfiles,
    records: [profileOf({ name: 'Zoya Kumar' }), profileOf({ _id: idOf('50000000', 2), name: 'Anil Kumar' })],
    names: ['Zoya Kumar', 'Anil Kumar'],
    failure: 'Failed to fetch user profiles',
    empty: 'No user profiles found.',
    search: 'Search by name, email or document number',
    filter: ['Identity', 'Never checked', { identity: 'unchecked' }],
    sort: ['By name', 'name'],
  },
  {
    path: 'expiring-documents',
    call: wallet.listEnding,
    records: [endingDocumentOf({}, 'Zoya Kumar'), endingDocumentOf({ _id: idOf('e0000000', 2) }, 'Anil Kumar')],
    names: ['Zoya Kumar', 'Anil Kumar'],
    failure: 'Failed to load the documents.',
    empty: 'No documents found.',
    search: 'Search by user name, email or number',
    filter: ['Expires', 'Within 30 days', { within: '30' }],
  },
  {
    path: 'courses',
    call: courses.list,
    records: [courseOf({ title: 'Zone Safety' }), courseOf({ _id: idOf('90000000', 2), title: 'Anchoring' })],
    names: ['Zone Safety', 'Anchoring'],
    failure: 'Failed to load courses',
    empty: 'No courses found.',
    search: 'Search courses',
    filter: ['State', 'Inactive', { state: 'inactive' }],
    sort: ['By title', 'title'],
  },
  {
    path: 'batches',
    call: batches.list,
    records: [batchOf({ code: 'Z 1' }), batchOf({ _id: idOf('b0000000', 2), code: 'A 2', waiting: 3 })],
    names: ['Z 1', 'A 2'],
    failure: 'Failed to load batches.',
    empty: 'No batches found.',
    search: 'Search by batch, venue or course',
    filter: ['Time', 'Running', { phase: 'running' }],
    sort: ['By first day', 'firstDay'],
  },
  {
    path: 'enrollment-request',
    call: enrolments.listPending,
    records: [
      requestOf({ userName: 'Zoya Kumar' }),
      requestOf({ _id: idOf('80000000', 2), userName: 'Anil Kumar', profile: null }),
    ],
    names: ['Zoya Kumar', 'Anil Kumar'],
    bare: true,
    failure: 'Failed to load inactive courses',
    empty: 'No matching user enrollment requests found.',
    search: 'Search by user name, email or course title',
    filter: ['Course', 'HAZMAT', { course: courseOf()._id }],
    sort: ['Newest first', 'newest'],
  },
  {
    path: 'payment-proofs',
    call: fees.listProofs,
    records: [
      listedProofOf({ userName: 'Zoya Kumar' }),
      listedProofOf({ _id: idOf('f1000000', 2), userName: 'Anil Kumar', isReferenceUsed: true }),
    ],
    names: ['Zoya Kumar', 'Anil Kumar'],
    failure: 'Failed to load payment proofs.',
    empty: 'No payment proofs found.',
    search: 'Search by user name, email or number',
    filter: ['State', 'Declined', { state: 'declined' }],
    sort: ['Newest first', 'newest'],
  },
  {
    path: 'fees',
    call: fees.list,
    records: [
      listedFeeOf({ userName: 'Zoya Kumar' }),
      listedFeeOf({ _id: idOf('80000000', 2), userName: 'Anil Kumar', state: 'checking' }),
    ],
    names: ['Zoya Kumar', 'Anil Kumar'],
    failure: 'Failed to load fees.',
    empty: 'No fees found.',
    search: 'Search by user name, email or reference',
    filter: ['State', 'Settled', { state: 'settled' }],
    sort: ['Newest first', 'newest'],
  },
  {
    path: 'payments',
    call: fees.listPayments,
    records: [
      paymentOf({ userName: 'Zoya Kumar' }),
      paymentOf({
        _id: idOf('f2000000', 3),
        userName: 'Anil Kumar',
        kind: 'refunded',
        method: 'bank',
        document: null,
        receivedPaise: -450_000,
      }),
    ],
    names: ['Zoya Kumar', 'Anil Kumar'],
    failure: 'Failed to load payments.',
    empty: 'No payments found.',
    search: 'Search by user, reference or number',
    filter: ['Method', 'Cheque', { method: 'cheque' }],
    sort: ['Oldest first', 'oldest'],
  },
  {
    path: 'unpaid-invoices',
    call: bills.list,
    records: [
      listedBillOf({ paidPaise: 100_000, restPaise: 350_000 }),
      listedBillOf({
        _id: idOf('f4000000', 2),
        number: 'PRO/26-27/00003',
        kind: 'proforma',
        state: 'overdue',
        fees: 9,
      }),
    ],
    names: ['INV/26-27/00012', 'PRO/26-27/00003'],
    failure: 'Failed to load unpaid invoices.',
    empty: 'No unpaid invoices found.',
    search: 'Search by payer, number, purchase order or user',
    filter: ['Kind', 'Proforma invoice', { kind: 'proforma' }],
    sort: ['Newest first', 'newest'],
  },
  {
    path: 'owed',
    call: owed.list,
    records: [owedOf(), owedOf({ _id: idOf('80000000', 2), payer: 'Ravi Kumar', gstin: '' })],
    names: ['Bluewave Crewing Private Limited', 'Ravi Kumar'],
    failure: 'Failed to load what is owed.',
    empty: 'Nothing is owed.',
    search: 'Search by payer, GSTIN, user or reference',
    filter: ['Due for', 'Over 60 days', { age: 'over60' }],
    sort: ['Newest first', 'newest'],
  },
  {
    path: 'invoices',
    call: fees.listDocuments,
    records: [
      issuedDocumentOf({ number: 'FMA/26-27/0012' }),
      issuedDocumentOf({ _id: idOf('f3000000', 2), number: 'FMA/26-27/0011', kind: 'credit-note' }),
    ],
    names: ['FMA/26-27/0012', 'FMA/26-27/0011'],
    failure: 'Failed to load invoices.',
    empty: 'No invoices found.',
    search: 'Search by number or recipient',
    filter: ['Kind', 'Credit note', { kind: 'credit-note' }],
    sort: ['Oldest first', 'oldest'],
  },
  {
    path: 'All-tests',
    call: assessments.list,
    records: [testOf({ title: 'Zone test' }), testOf({ _id: idOf('30000000', 2), title: 'Anchor test' })],
    names: ['Zone test', 'Anchor test'],
    failure: 'Failed to fetch tests.',
    empty: 'No tests found.',
    search: 'Search by course or title',
    filter: ['State', 'Unpublished', { state: 'unpublished' }],
    sort: ['Oldest first', 'oldest'],
  },
  {
    path: 'Published-tests',
    call: assessments.listPublished,
    records: [testOf({ title: 'Zone test' }), testOf({ _id: idOf('30000000', 2), title: 'Anchor test' })],
    names: ['Zone test', 'Anchor test'],
    failure: 'Failed to fetch tests.',
    empty: 'No published tests found.',
    noMatch: 'No tests found.',
    search: 'Search by course or title',
    filter: ['Course', 'HAZMAT', { course: courseOf()._id }],
    sort: ['Oldest first', 'oldest'],
  },
  {
    path: 'All-training-video',
    call: training.list,
    records: [
      trainingOf([filmOf(1)], { title: 'Zone films' }),
      trainingOf([filmOf(2)], { _id: idOf('71000000', 2), title: 'Anchor films' }),
    ],
    names: ['Zone films', 'Anchor films'],
    failure: 'Failed to load training videos.',
    empty: 'No training videos found.',
    search: 'Search by course or title',
    filter: ['Course is', 'Inactive', { state: 'inactive' }],
    sort: ['Oldest first', 'oldest'],
  },
  {
    path: 'aboard',
    call: offlineRecords.list,
    records: [
      passOf({
        userName: 'Zoya Kumar',
        replaced: { films: 2, counts: false, shorter: 0 },
        contradictions: [
          { kind: 'clock-back', times: 2, firstAt: moment, lastAt: moment },
          { kind: 'more-than-clock', times: 1, firstAt: moment, lastAt: moment },
        ],
      }),
      passOf({ _id: idOf('80000000', 2), userName: 'Anil Kumar', withdrawnAt: moment }),
    ],
    names: ['Zoya Kumar', 'Anil Kumar'],
    failure: 'Failed to load the courses aboard.',
    empty: 'No courses aboard found.',
    search: 'Search by name or email',
    filter: ['State', 'To check', { state: 'to-check' }],
    sort: ['Oldest first', 'oldest'],
  },
  {
    path: 'user-results',
    call: assessments.listSubmitted,
    records: [
      submittedOf({ userName: 'Zoya Kumar' }),
      submittedOf({ _id: idOf('20000000', 2), userName: 'Anil Kumar' }),
    ],
    names: ['Zoya Kumar', 'Anil Kumar'],
    failure: 'Failed to fetch test submissions',
    empty: 'No test submissions found.',
    search: 'Search by user name, email or course',
    filter: ['Result', 'Passed', { result: 'passed' }],
    sort: ['Oldest first', 'oldest'],
  },
  {
    path: 'doubtful-passes',
    call: correctedKeys.listUnderReview,
    records: [
      resultUnderReviewOf({ userName: 'Zoya Kumar' }),
      resultUnderReviewOf({ _id: idOf('20000000', 2), userName: 'Anil Kumar' }),
    ],
    names: ['Zoya Kumar', 'Anil Kumar'],
    failure: 'Failed to load the results.',
    empty: 'No results to review.',
    noMatch: 'No results found.',
    search: 'Search by user name, email or course',
    filter: ['Course', 'HAZMAT', { course: courseOf()._id }],
  },
  {
    path: 'messages',
    call: contact.list,
    records: [messageOf({ name: 'Zoya Kumar' }), messageOf({ _id: idOf('c0000000', 2), name: 'Anil Kumar' })],
    names: ['Zoya Kumar', 'Anil Kumar'],
    failure: 'Failed to load the messages.',
    empty: 'No messages found.',
    search: 'Search by name, email or words',
    filter: ['State', 'Answered', { state: 'answered' }],
    sort: ['Oldest first', 'oldest'],
  },
];

/** Checks that the first text is above the second. */
async function expectInOrder([first, second]: [string, string]) {
  for (const name of [first, second])
    await expect.element(main().getByText(name, { exact: true }).first()).toBeVisible();
  const [before, after] = [first, second].map((name) => main().getByText(name, { exact: true }).first().element());
  expect(before?.compareDocumentPosition(after as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
}

/** The calls of the list itself, without those for the options of courses. */
const asked = (call: Call) =>
  server
    .sent(call)
    .map(({ query }) => query)
    .filter(({ limit }) => limit === undefined);

test('a list is searched from two letters, or one of Chinese, and says so before', async () => {
  staffAt();
  server.answer(accounts.listApproved, ({ query }) => (query.q ? [person(1, 'Zoya Kumar')] : []) as never);
  await openStaffPage('approved-users');
  const search = field('Search by name or email');
  await search.fill('z');
  await expect.element(main().getByText('Type at least 2 letters')).toBeVisible();
  await expectSound('approved-users, one letter');
  await search.fill('zo');
  await expect.element(main().getByText('Zoya Kumar')).toBeVisible();
  await expectNone(main().getByText('Type at least 2 letters'));
  await search.fill('王');
  await expect.poll(() => asked(accounts.listApproved).at(-1)).toEqual({ q: '王' });
  await expectNone(main().getByText('Type at least 2 letters'));
  expect(asked(accounts.listApproved).map(({ q }) => q)).not.toContain('z');
});

// shows: staff/no-approved-users, staff/no-courses, messages/staff-courses-load, messages/profiles-load,
//   messages/requests-load, messages/no-matching-requests, messages/tests-load, messages/results-load,
//   messages/training-list-load
test.each(lists)('$path: loading, failing, empty, without matches, filtered, sorted', async (list) => {
  const { path, call, records, names, bare, failure, empty, noMatch = empty, search, filter, sort } = list;
  staffAt();
  // Around its rows every list has the same parts: one list shows that they are sound in each state.
  const expectPartsSound = async (state: string) => {
    if (list === lists[0]) await expectSound(`${path}, ${state}`);
  };
  const give = (some: object[]) => (bare ? some : { data: some }) as never;
  const release = server.hold(call);
  server.fail(call, { status: 500 });
  await openStaffPage(path);
  await expect.element(main().getByRole('status').getByText('Loading').first()).toBeInTheDocument();
  expect(main().getByText(empty).elements()).toEqual([]);
  release();
  await expect.element(alertWith(failure)).toBeVisible();
  expect(main().getByRole('alert').elements()).toHaveLength(1);
  expect(main().getByText(empty).elements()).toEqual([]);
  await expectPartsSound('failed');

  server.answer(call, give([]));
  await button('Try again').click();
  await expect.element(main().getByText(empty)).toBeVisible();
  expect(main().getByRole('alert').elements()).toEqual([]);
  await expectPartsSound('empty');

  // as after a reload; only the parameters of the URL that the list knows are requested
  queryClient.clear();
  server.answer(call, ({ query }) =>
    give(query.q || Object.keys(filter[2]).some((name) => query[name]) ? [] : records),
  );
  await openStaffPage(`${path}?sort=password`);
  await expectInOrder(names);
  await expectSound(`${path}, full`);
  await field(search).fill('no such thing');
  await expect.element(main().getByText(noMatch)).toBeVisible();
  await expect.element(main().getByText(/“no such thing”|Nobody waits for a decision/)).toBeVisible();
  await field(search).fill('');
  await expectInOrder(names);

  const [label, option, narrowed] = filter;
  await button('Filters').click();
  const control = page.getByLabelText(label, { exact: true });
  if (control.element() instanceof HTMLSelectElement) {
    await control.selectOptions(option);
  } else {
    await control.fill(option);
    await userEvent.keyboard('{Enter}');
  }
  await expect.element(main().getByText('Nothing matches these filters.')).toBeVisible();
  await expectPartsSound('narrowed');
  expect(asked(call).at(-1)).toEqual(narrowed);
  await button('Clear filters').click();
  await expectInOrder(names);
  await expect.element(control).toHaveValue('');
  if (sort) {
    await page.getByLabelText('Sort by').selectOptions(sort[0]);
    await expect.poll(() => asked(call).at(-1)).toEqual({ sort: sort[1] });
    await expectInOrder(names);
  }
  expect(server.written()).toEqual([]);
});
