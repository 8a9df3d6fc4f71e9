import { accounts } from '@fairlead/contract/accounts/calls';
import { beforeEach, expect, test } from 'vitest';
import { button, expectNone, fillIn, main } from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { carryEmail } from '../../../lib/session/carried-email.ts';
import { keepRequest, keptRequestOf } from '../../../lib/session/kept-request.ts';

const email = 'asha.nair@example.org';
const words = () => main().getByText(/^Your request for HAZMAT will be sent when you log in\./);
const signUp = () => main().getByRole('link', { name: 'No account yet? Sign up first' });

beforeEach(() => {
  sessionStorage.clear();
  keepRequest({ courseId: 'a course', title: 'HAZMAT', from: '/courses', email: null });
});

test('a request that a visitor has begun belongs to the email address that they register', async () => {
  const opened = await openPage('/registration', { and: ['/otp'] });
  const kept = main().getByText('Register first. We keep your request for HAZMAT and send it when you log in.');
  await expect.element(kept).toBeVisible();
  await fillIn({
    Prefix: 'Dr',
    'First name': 'Asha',
    'Last name': 'Nair',
    Mobile: '9820012345',
    Email: email,
    Password: 'steady as she goes',
    'Confirm password': 'steady as she goes',
  });
  server.answer(accounts.register, { message: 'made', registration: '5d0c3b5e-7f0a-4c55-9a44-3f6a0a3c1d01' });
  await button('Register').click();
  await expect.poll(opened.path).toBe('/otp');
  expect(keptRequestOf(email)).toMatchObject({ courseId: 'a course', email });
  expect(keptRequestOf('somebody.else@example.org')).toBeNull();
});

test('somebody who comes from their registration sees that their request is kept', async () => {
  keepRequest({ courseId: 'a course', title: 'HAZMAT', from: '/courses', email });
  carryEmail('login', { email });
  await openPage('/login');
  await expect.element(words()).toBeVisible();
  await expectNone(signUp());
  carryEmail('login', { email: 'somebody.else@example.org' });
  await openPage('/login');
  await expectNone(words());
});

test('the next person on a shared device sees which request their login would send, and cancels it', async () => {
  await openPage('/login');
  await expect.element(words()).toBeVisible();
  await expect.element(signUp()).toHaveAttribute('href', '/registration');
  await expectSound('login, with a request');
  await button('Cancel request').click();
  await expectNone(words());
  expect(keptRequestOf(email)).toBeNull();
});
