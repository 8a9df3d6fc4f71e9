import { wallet } from '@fairlead/contract/wallet/calls';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { alertWith, button, expectNone, expectWrong, field, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { idOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { documentOf, inDays, kindOf } from '../../../testing/wallet.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

const kinds = [
  kindOf(),
  kindOf({ code: 'CDC', title: 'Seaman’s book', group: 'seamans-book', country: 'required', validity: 'stated' }),
  kindOf({ code: 'DRILL', title: 'Drill card', numberFormats: ['99-AA'], country: 'none', validity: 'unlimited' }),
];
const refresher = { courseId: idOf('90000000'), title: 'Fire Fighting: refresher', isRefresher: true };
const documents = [
  documentOf({
    _id: idOf('e0000000', 2),
    source: 'certificate',
    kind: 'FPFF',
    title: 'Fire Prevention and Fire Fighting',
    number: 'FMA-2026-7K3PW9QX2MTHA',
    issuer: 'Fairlead Maritime Academy',
    lastDay: inDays(-25),
    check: 'checked',
    file: null,
    renewal: { ...refresher, firstDay: '2027-01-04' },
  }),
  documentOf(),
  documentOf({
    _id: idOf('e0000000', 3),
    kind: 'VISA',
    title: 'Visa, United States',
    number: 'US 88122731',
    check: 'refused',
    refusal: { reason: 'unreadable', note: 'Page 2' },
    lastDay: inDays(1500),
  }),
  documentOf({
    _id: idOf('e0000000', 4),
    source: 'profile',
    kind: 'PASSPORT',
    title: 'Passport',
    number: 'N1234567',
    issuer: '',
    issuedOn: null,
    lastDay: inDays(1600),
    check: 'checked',
    file: null,
  }),
  documentOf({ _id: idOf('e0000000', 5), number: 'M-1', lastDay: inDays(5), isReplaced: true, check: 'checked' }),
];

test('a learner’s documents: failing, empty, and each with its state and the way to the renewal', async () => {
  learnerAt();
  server.fail(wallet.own, { status: 500 });
  await openPage('/documents');
  await expect.element(alertWith('Failed to load your documents.')).toBeVisible();
  server.answer(wallet.own, { data: { documents: [], kinds } });
  await button('Try again').click();
  await expect.element(main().getByText('No documents yet')).toBeVisible();
  await expectSound('own documents, empty');
  server.answer(wallet.own, { data: { documents, kinds } });
  queryClient.clear();
  await openPage('/documents');
  const at = (n: number) => main().getByRole('list', { name: 'Documents' }).getByRole('listitem').nth(n);
  await expect.element(at(0).getByText('Expired')).toBeVisible();
  await expect
    .element(at(0).getByRole('link', { name: 'Fire Fighting: refresher' }))
    .toHaveAttribute('href', `/courses/${refresher.courseId}`);
  await expect.element(at(0).getByText(/next batch from/)).toBeVisible();
  await expect.element(at(1).getByText(/^Expires in (19|20|21) days$/)).toBeVisible();
  await expect.element(at(1).getByText('Not checked yet')).toBeVisible();
  await expect.element(at(2).getByText(/We could not read it\..* Page 2/)).toBeVisible();
  await expect
    .element(at(3).getByRole('link', { name: 'Change it in your profile' }))
    .toHaveAttribute('href', '/updateUserProfile?field=passportNumber');
  await expect.element(at(4).getByText('Replaced')).toBeVisible();
  await expectSound('own documents, full');
});

test('a document is added: what its kind requires is said before, and checked', async () => {
  learnerAt();
  server.answer(wallet.own, { data: { documents: [], kinds } });
  await openPage('/documents');
  await button('Add document').click();
  await button('Save document').click();
  await expectWrong('Document', 'Choose a kind of document');
  // the form has no question about a kind that is not there
  await field('Document').fill('ship');
  await expect.element(main().getByText('No kind of document has these words.')).toBeVisible();
  await field('Document').fill('card medical');
  await userEvent.keyboard('{Enter}');
  await expect.element(main().getByText('As the document shows it: 2 digits, 2 letters')).toBeVisible();
  await expectNone(field('Valid until'));
  await expect.element(button('Choose another document')).toHaveFocus();
  await button('Choose another document').click();
  await expect.element(field('Document')).toHaveFocus();
  await expectSound('own documents, choosing a kind');
  await button('Medical certificate Medical').click();
  await field('Number').fill('M-4711');
  await field('Issued by').fill('Dr. Rao');
  await field('Day of issue').fill('2026-01-31');
  // proposed from the rule of the kind
  await expect.element(field('Valid until')).toHaveValue('2028-01-31');
  await field('Valid until').fill('2029-01-31');
  await button('Save document').click();
  await expectWrong('Valid until', 'This kind of document is valid for at most 2 years. Please check both dates.');
  await expectWrong('Picture or PDF', 'Take a picture of the document, or choose a file');
  await expectSound('own documents, form refused');
  expect(server.written()).toEqual([]);
  await field('Valid until').fill('2027-01-31');
  await field('Picture or PDF').upload(new File(['%PDF-1.7'], 'medical.pdf', { type: 'application/pdf' }));
  server.fail(wallet.add, { status: 409, message: 'You already have this document.' });
  await button('Save document').click();
  await expect.element(alertWith('You already have this document.')).toBeVisible();
  server.answer(wallet.add, { message: 'Document added.', data: { documents: [documentOf()], kinds } });
  await button('Save document').click();
  await expect.element(page.getByRole('status').getByText('Document added.')).toBeVisible();
  expect(server.sent(wallet.add).at(-1)?.form).toMatchObject({
    kind: 'MED',
    number: 'M-4711',
    issuer: 'Dr. Rao',
    issuedOn: '2026-01-31',
    expiresOn: '2027-01-31',
  });
  await expect.element(main().getByRole('heading', { name: 'Medical certificate' })).toBeVisible();
});

test('what is in the profile is in the same list, and leads there', async () => {
  learnerAt();
  server.answer(wallet.own, { data: { documents, kinds } });
  await openPage('/documents');
  await button('Add document').click();
  await field('Document').fill('profile');
  const links = main().getByRole('list', { name: 'Kinds of documents' }).getByRole('link');
  await expect
    .poll(() => links.elements().map((link) => link.getAttribute('href')))
    .toEqual(['passportNumber', 'cdcNumber', 'indosNumber'].map((name) => `/updateUserProfile?field=${name}`));
  // without a profile, to the form that creates it
  server.answer(wallet.own, { data: { documents: [], kinds } });
  await queryClient.invalidateQueries();
  await expect.poll(() => links.elements().map((link) => link.getAttribute('href'))).toEqual(Array(3).fill('/profile'));
});

test('a link that asks for a document has its kind and flag chosen, and one of the profile leads there', async () => {
  learnerAt([], null);
  server.answer(wallet.own, { data: { documents: [], kinds } });
  await openPage('/documents?add=CDC-LR');
  await expect.element(main().getByText('Seaman’s book', { exact: true })).toBeVisible();
  await expect.element(field('Flag')).toHaveValue('LR');
  await button('Cancel').click();
  await expect.element(main().getByText('No documents yet')).toBeVisible();
  // one of several: nothing is chosen for the person, and those come first
  await openPage('/documents?add=DRILL,MED');
  const list = main().getByRole('list', { name: 'Kinds of documents' });
  await expect
    .poll(() =>
      list
        .getByRole('button')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['Medical certificate Medical', 'Drill card Medical', 'Seaman’s book Seaman’s books']);
  await openPage('/documents?add=KEYS');
  await expect.element(field('Document')).toHaveValue('');
  const opened = await openPage('/documents?add=PASSPORT');
  await expect.poll(opened.path).toBe('/profile');
});

test('a document is edited as it was seen, and removed', async () => {
  learnerAt();
  server.answer(wallet.own, { data: { documents: [documentOf({ version: 3 })], kinds } });
  await openPage('/documents');
  await button('Edit').click();
  await field('Valid until').fill('2026-12-09');
  // another device has changed it meanwhile
  server.answer(wallet.own, { data: { documents: [documentOf({ version: 4, issuer: 'Dr. Shah' })], kinds } });
  await queryClient.invalidateQueries();
  server.answer(wallet.edit, { message: 'Document saved.', data: { documents: [documentOf({ version: 4 })], kinds } });
  await button('Save document').click();
  await expect.element(page.getByRole('status').getByText('Document saved.')).toBeVisible();
  expect(server.sent(wallet.edit).at(-1)?.form).toMatchObject({ version: '3', expiresOn: '2026-12-09' });
  await button('Remove').click();
  server.answer(wallet.remove, { message: 'Document removed.', data: { documents: [], kinds } });
  await page.getByRole('button', { name: 'Yes, Remove' }).click();
  await expect.element(main().getByText('No documents yet')).toBeVisible();
});

const noConnection = 'You have no connection. To add, change or open documents, you need the internet.';

/** The browser says that the device has a network, or none. */
function networkIs(state: 'online' | 'offline'): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online');
  window.dispatchEvent(new Event(state));
}

test('without a network nothing is offered that needs it, and what was entered stays until it is back', async () => {
  learnerAt();
  server.answer(wallet.own, { data: { documents, kinds } });
  await openPage('/documents');
  await button('Add document').click();
  await field('Document').fill('passport');
  networkIs('offline');
  await expect.element(alertWith(noConnection)).toBeVisible();
  await expect.element(button('Save document')).toBeDisabled();
  await expect.element(button('Passport In your profile')).toBeDisabled();
  await button('Cancel').click();
  for (const name of ['Add document', 'Edit', 'Remove', 'Change it in your profile'])
    await expect.element(button(name).first()).toBeDisabled();
  await expectNone(main().getByRole('link', { name: 'Open the file' }));
  await expect.element(main().getByRole('link', { name: 'My Certificates' })).toBeVisible();
  await expectSound('own documents, no connection');
  networkIs('online');
  await expectNone(alertWith(noConnection));
  await expect.element(button('Add document')).toBeEnabled();
  await expect.element(main().getByRole('link', { name: 'Change it in your profile' })).toBeVisible();
});

test('a network that does not reach the academy counts as none, until a read does', async () => {
  learnerAt();
  server.answer(wallet.own, { data: { documents, kinds } });
  await openPage('/documents');
  server.fail(wallet.own, 'no link');
  await queryClient.invalidateQueries();
  await expect.element(alertWith(noConnection)).toBeVisible();
  await expect.element(button('Add document')).toBeDisabled();
  server.answer(wallet.own, { data: { documents, kinds } });
  networkIs('offline');
  networkIs('online');
  await expect.element(button('Add document')).toBeEnabled();
});
