import { accounts } from '@fairlead/contract/accounts/calls';
import { contact } from '@fairlead/contract/contact/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../testing/clock.ts';
import { button, expectNone, field, fillIn, main } from '../../testing/forms.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signIn, tokenOf } from '../../testing/people.ts';
import { profileOf } from '../../testing/profiles.ts';
import { server } from '../../testing/stand-in-server.ts';

// The effect of time on a session and on a call.

const keys = ['accessToken', 'refreshToken', 'user', 'token'];
const kept = () => keys.filter((key) => localStorage.getItem(key));
const expire = () => localStorage.setItem('accessToken', tokenOf('learner', -1));

beforeEach(() => {
  signIn('learner');
  server.answer(seafarers.getOwnProfile, { data: profileOf() });
});

// shows: states/session-expiry, constants/expiry-interval
test('the expiry of the token is checked once a minute', async () => {
  const { passes } = stopClock();
  // a page without calls of its own, so that only the check of the token is observed
  const opened = await openPage('/profile');
  const refreshes = () => server.sent(accounts.refresh).length;
  await passes(61);
  expect(refreshes()).toBe(0);

  // a token that can be refreshed is, and the page remains
  expire();
  const renewed = tokenOf('learner', 7200);
  server.answer(accounts.refresh, { accessToken: renewed, refreshToken: 'another' });
  await passes(58.9);
  expect(refreshes()).toBe(0);
  await passes(0.1);
  await expect.poll(refreshes).toBe(1);
  await expect.poll(() => localStorage.getItem('accessToken')).toBe(renewed);
  expect(opened.path()).toBe('/profile');

  // while the connection is lost no session ends
  expire();
  server.fail(accounts.refresh, 'no link');
  await passes(60);
  await expect.poll(refreshes).toBe(2);
  expect(kept()).toEqual(['accessToken', 'refreshToken', 'user']);
  expect(opened.path()).toBe('/profile');
  await expect.element(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();

  // a token that cannot be refreshed ends the session
  server.fail(accounts.refresh, { status: 401, message: 'Please log in again.' });
  await passes(60);
  await expect.poll(opened.path).toBe('/login');
  expect(refreshes()).toBe(3);
  expect(kept()).toEqual([]);
});

/** Counts the timeouts that are set, because the stopped clock does not affect them. */
function watchTimeouts() {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  const own = vi.fn();
  Object.defineProperty(XMLHttpRequest.prototype, 'timeout', { set: own, configurable: true });
  return () => timeout.mock.calls.length + own.mock.calls.length;
}

// shows: constants/no-timeout
test('a call that sends has no time limit', async () => {
  const timeouts = watchTimeouts();
  await openPage('/contact');
  await fillIn({ Name: 'Noor', Email: 'noor@example.org', Message: 'When is the next course?' });
  server.answer(contact.send, { message: 'We write back soon.' });
  const arrive = server.hold(contact.send);
  const { passes } = stopClock();
  await button('Send message').click();
  await passes(3 * 3600);
  await expect.element(button('Send message')).toHaveAttribute('aria-busy', 'true');
  await expectNone(main().getByRole('alert'));
  arrive();
  await expect.element(main().getByText('We write back soon.')).toBeVisible();
  await expectNone(main().getByRole('alert'));
  expect(timeouts()).toBe(0);
});

// shows: constants/no-timeout
test('a call that reads has no time limit', async () => {
  const timeouts = watchTimeouts();
  server.answer(enrolments.listOwn, []);
  const arrive = server.hold(enrolments.listOwn);
  const { passes } = stopClock();
  const opening = openPage('/UserCource');
  const loading = page.getByRole('status').getByText('Loading');
  await expect.element(loading).toBeInTheDocument();
  await expect.poll(() => server.sent(enrolments.listOwn)).toHaveLength(1);
  await passes(600);
  await expect.element(loading).toBeInTheDocument();
  await expectNone(page.getByRole('alert'));
  arrive();
  await opening;
  await expect.element(main().getByText('No courses found.')).toBeVisible();
  expect(timeouts()).toBe(0);
});

// shows: constants/no-timeout
test('a call that uploads has no time limit', async () => {
  const timeouts = watchTimeouts();
  const opened = await openPage('/profile', { and: ['/updateUserProfile'] });
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await field('City').fill('Chennai');
  server.answer(seafarers.updateProfile, { message: 'Changed.', data: profileOf({ city: 'Chennai' }) });
  const arrive = server.hold(seafarers.updateProfile);
  const { passes } = stopClock();
  await button('Update Profile').click();
  await passes(600);
  await expect.element(button('Update Profile')).toHaveAttribute('aria-busy', 'true');
  expect(opened.path()).toBe('/updateUserProfile');
  arrive();
  await expect.poll(opened.path).toBe('/profile');
  await expect.element(main().getByText('Chennai')).toBeVisible();
  expect(timeouts()).toBe(0);
});
