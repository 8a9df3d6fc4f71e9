import { home } from '@fairlead/contract/overview/home';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { main } from '../../../testing/forms.ts';
import { homeAt, nextOf } from '../../../testing/home.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { profileOf } from '../../../testing/profiles.ts';
import { enrolmentOf, idOf, moment } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';
import { standingOf } from '../../../testing/standings.ts';

const asked = {
  _id: idOf('50000000'),
  document: 'passportDocument' as const,
  reason: 'unreadable' as const,
  note: 'The lower half cannot be read.',
  at: moment,
  answeredAt: null,
};
const signature = { ...asked, _id: idOf('50000000', 2), document: 'signature' as const, reason: 'missing' as const };
const waiting = enrolmentOf({ ...standingOf('document-needed'), status: 'pending' });

const scan = () => new File(['a scan'], 'passport.pdf', { type: 'application/pdf' });

test('the first page asks for the document, and one upload sends it', async () => {
  learnerAt();
  homeAt({ next: nextOf('upload-document'), documentRequests: [asked, signature], enrolments: [waiting] });
  await openPage('/dashboard');
  await expect.element(main().getByRole('heading', { name: 'Upload your passport again' })).toBeVisible();
  await expect.element(main().getByText('Document needed')).toBeVisible();
  await expectSound('home, a document is asked for');
  await main().getByRole('button', { name: 'Upload again' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload your passport again' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect.element(dialog.getByText('Choose the document first')).toBeVisible();
  await dialog.getByLabelText('Your passport').upload(scan());
  await expectSound('home, upload again');
  server.fail(seafarers.updateProfile, { status: 422, message: 'Must be image or PDF' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect.element(dialog.getByText('Must be image or PDF')).toBeVisible();
  server.answer(seafarers.updateProfile, { message: 'Profile updated successfully!', data: profileOf() });
  homeAt({ next: nextOf('wait', waiting), enrolments: [enrolmentOf({ ...standingOf('requested') })] });
  const answer = server.hold(seafarers.updateProfile);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect.element(dialog.getByRole('progressbar', { name: 'Sending 60 kB of 120 kB' })).toBeVisible();
  await expectSound('home, a document is being sent');
  answer();
  await expect.element(page.getByText('Thank you. The academy has your document.')).toBeVisible();
  expect(Object.keys(server.sent(seafarers.updateProfile).at(-1)?.form ?? {})).toEqual(['passportDocument']);
  expect(server.sent(home.getHome).length).toBeGreaterThan(1);
  await expect.element(main().getByRole('heading', { name: 'Upload your passport again' })).not.toBeInTheDocument();
});

test('the profile names each document that is asked for, until it is there', async () => {
  learnerAt();
  const answered = { ...asked, _id: idOf('50000000', 3), document: 'cdcDocument' as const, answeredAt: moment };
  server.answer(seafarers.getOwnProfile, { data: profileOf({ documentRequests: [asked, signature, answered] }) });
  await openPage('/profile');
  const list = main().getByRole('list', { name: 'Documents that the academy asks for' });
  await expect.element(list).toBeVisible();
  await expect.element(list.getByText('The lower half cannot be read.', { exact: false }).first()).toBeVisible();
  expect(list.getByRole('listitem').elements()).toHaveLength(2);
  await expect.element(list.getByRole('button', { name: 'Upload', exact: true })).toBeVisible();
  await expectSound('profile, documents are asked for');
});
