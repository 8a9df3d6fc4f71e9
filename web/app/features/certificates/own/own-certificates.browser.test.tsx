import { badges } from '@fairlead/contract/certificates/badges';
import { ownCertificates, type Share } from '@fairlead/contract/certificates/own-certificates';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ownCertificateOf, pictureOfSheet } from '../../../../testing/certificates.ts';
import { stopClock } from '../../../../testing/clock.ts';
import { courseOf } from '../../../../testing/courses.ts';
import { alertWith, button, expectCount, expectFailuresShown, expectNone, main } from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { signIn } from '../../../../testing/people.ts';
import { enrolmentOf, idOf } from '../../../../testing/records.ts';
import { expectSound, expectWithin } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const own = () => main().getByRole('list', { name: 'Certificates' }).getByRole('listitem');
const calendarUrl = () => page.getByRole('textbox', { name: 'Calendar link' });
const madeAt = '2026-09-05T09:00:00.000Z';
const share: Share = {
  _id: '8b3e2d21-1111-4222-8333-000000000009',
  createdAt: madeAt,
  expiresAt: '2999-09-05T09:00:00.000Z',
  revokedAt: null,
  opened: 1,
  openings: [{ at: madeAt, network: '127.0.x.x', device: 'Chrome on Linux' }],
};

describe('the page of one’s own certificates', () => {
  beforeEach(() => {
    signIn('learner');
    server.answer(ownCertificates.list, { data: [ownCertificateOf()] });
    server.answer(ownCertificates.calendarState, { data: { createdAt: null } });
    server.answer(ownCertificates.listShares, { data: [] });
    server.answer(enrolments.listOwn, []);
  });

  test('shows without a certificate how one is earned', async () => {
    server.answer(ownCertificates.list, { data: [] });
    await openPage('/certificates');
    await expect.element(main().getByText('No certificates yet')).toBeVisible();
    await expect.element(button('Get calendar link')).toBeVisible();
    await expectSound('own certificates, none');
  });

  test('reports that it cannot be read, and requests it again', async () => {
    server.fail(ownCertificates.list, { status: 500 });
    await openPage('/certificates');
    await expect.element(main().getByRole('alert')).toMatchTextContent('Failed to load your certificates.');
    await expectSound('own certificates, not read');
    server.answer(ownCertificates.list, { data: [ownCertificateOf()] });
    await button('Try again').click();
    await expectCount(own(), 1);
  });

  test('creates the URL of a calendar, reports a failure, and renews it after a confirmation', async () => {
    await openPage('/certificates');
    await expect.element(own()).toMatchTextContent('Expires soon');
    await expect.element(own()).toMatchTextContent('Valid');
    for (const [fault, words] of [
      [{ status: 500 }, 'The link could not be created.'],
      ['no link', 'Network error. Please try again.'],
    ] as const) {
      server.fail(ownCertificates.renewCalendar, fault);
      await button('Get calendar link').click();
      await expect.element(alertWith(words)).toBeVisible();
      await expect.element(button('Get calendar link')).toBeEnabled();
      await expectNone(calendarUrl());
    }
    await expectSound('own certificates, no calendar');
    const made = (url: string) => {
      server.answer(ownCertificates.renewCalendar, { message: 'made', data: { url } });
      server.answer(ownCertificates.calendarState, { data: { createdAt: madeAt } });
    };
    made('https://academy.example/api/calendar/first');
    const arrive = server.hold(ownCertificates.renewCalendar);
    await button('Get calendar link').click();
    await expect.element(button('Get calendar link')).toBeDisabled();
    arrive();
    await expect.element(calendarUrl()).toHaveValue('https://academy.example/api/calendar/first');
    await expectNone(main().getByRole('alert'));
    await expectSound('own certificates, calendar');
    await button('Get new link').click();
    const question = page.getByRole('dialog', { name: 'Get a new calendar link' });
    server.fail(ownCertificates.renewCalendar, 'no link');
    await question.getByRole('button', { name: 'Yes, Get New Link' }).click();
    await expect.element(question.getByRole('alert')).toMatchTextContent('The link could not be created.');
    await expect.element(calendarUrl()).toHaveValue('https://academy.example/api/calendar/first');
    made('https://academy.example/api/calendar/second');
    await question.getByRole('button', { name: 'Yes, Get New Link' }).click();
    await expect.element(calendarUrl()).toHaveValue('https://academy.example/api/calendar/second');
    await button('End link').click();
    const ending = page.getByRole('dialog', { name: 'End the calendar link' });
    server.answer(ownCertificates.endCalendar, { message: 'Calendar link ended.' });
    server.answer(ownCertificates.calendarState, { data: { createdAt: null } });
    await ending.getByRole('button', { name: 'Yes, End Link' }).click();
    await expect.element(button('Get calendar link')).toBeVisible();
    await expectNone(calendarUrl());
  });

  test('shows the certificate small, and says that it is being renewed', async () => {
    const { courseId } = ownCertificateOf();
    const bound = { boundTo: 'Certificate of competency', dateOfExpiry: null, expiresSoon: false };
    const another = ownCertificateOf({ ...bound, _id: idOf('8b3e2d21', 9), courseId: idOf('8b3e2d21', 8) });
    server.answer(ownCertificates.list, { data: [ownCertificateOf({ picture: pictureOfSheet }), another] });
    const renewal = enrolmentOf({ courseId: courseOf({ _id: courseId }) });
    server.answer(enrolments.listOwn, [renewal]);
    await openPage('/certificates');
    await expect.element(own().getByRole('img', { name: /^Certificate of Asha Kumar/ })).toBeVisible();
    await expect.element(own().getByText(/^You are renewing it/)).toBeVisible();
    await expect.element(main().getByText('Valid together with: Certificate of competency')).toBeVisible();
    await expect.element(own().getByRole('button', { name: 'Add expiry to calendar' })).toBeVisible();
    await expectSound('own certificates, renewing');
    await expectWithin('own certificates, renewing', 320);
  });

  test('shares a certificate by a link, which a phone sends on, and reports a failure', async () => {
    const send = vi.fn(async (_: ShareData) => {});
    Object.defineProperty(navigator, 'share', { value: send, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    await openPage('/certificates');
    await own().getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Certificate' });
    await expect.element(dialog.getByText('You have not shared it yet.')).toBeVisible();
    await expectFailuresShown({
      call: ownCertificates.share,
      button: 'Create Link',
      typed: { 'Valid for': '30' },
      failure: 'Failed to create the link.',
    });
    await expectSound('share, failed');
    server.answer(ownCertificates.share, { message: 'made', data: { url: 'https://academy.example/shared/abc' } });
    server.answer(ownCertificates.listShares, { data: [{ ...share, opened: 0, openings: [] }] });
    await button('Create Link').click();
    await expect.element(dialog.getByLabelText('New link')).toHaveValue('https://academy.example/shared/abc');
    await expect.element(dialog.getByText('Not opened yet')).toBeVisible();
    expect(server.sent(ownCertificates.share).at(-1)?.body.days).toBe(30);
    await expectSound('share, made');
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expect
      .poll(() => send.mock.calls)
      .toEqual([[{ title: 'Certificate', url: 'https://academy.example/shared/abc' }]]);
    send.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
    await dialog.getByRole('button', { name: 'Send link' }).click();
    send.mockRejectedValueOnce(new DOMException('refused', 'NotAllowedError'));
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expectCount(page.getByRole('alert').getByText('The link could not be sent. Please copy it.'), 1);
  });

  test('downloads a certificate as a badge, and reports a failure', async () => {
    await openPage('/certificates');
    await own().getByRole('button', { name: 'Digital badge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Digital Badge' });
    await expect.element(dialog.getByText(/^Your certificate as a signed file/)).toBeVisible();
    await expectSound('badge, downloads');
    server.fail(badges.download, 'no link');
    await dialog.getByRole('button', { name: 'Badge file' }).click();
    await expect.element(page.getByText('Network error. Please try again.')).toBeVisible();
    server.answer(badges.download, {});
    await dialog.getByRole('button', { name: 'Picture for a website' }).click();
    await expect.poll(() => server.sent(badges.download).map(({ query }) => query.form)).toEqual(['json', 'svg']);
  });

  test.each(['held', 'revoked', 'superseded'] as const)('offers no badge of one that is %s', async (status) => {
    server.answer(ownCertificates.list, { data: [ownCertificateOf({ status, pdfPath: null })] });
    await openPage('/certificates');
    await expectCount(own(), 1);
    await expectNone(own().getByRole('button', { name: 'Digital badge' }));
  });

  test('shows who opened a link, and revokes it after a confirmation', async () => {
    server.answer(ownCertificates.listShares, { data: [share] });
    await openPage('/certificates');
    await own().getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Certificate' });
    await dialog.getByText('Opened once').click();
    await expect.element(dialog.getByText(/from 127\.0\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'End link' }).click();
    const question = page.getByRole('dialog', { name: 'End this link' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog.getByText('Active', { exact: true })).toBeVisible();
    expect(server.sent(ownCertificates.revokeShare)).toEqual([]);
    await dialog.getByRole('button', { name: 'End link' }).click();
    server.fail(ownCertificates.revokeShare, 'no link');
    await question.getByRole('button', { name: 'Yes, End' }).click();
    await expect.element(question.getByRole('alert')).toMatchTextContent('The link could not be ended.');
    server.answer(ownCertificates.revokeShare, { message: 'The link has been ended.' });
    server.answer(ownCertificates.listShares, { data: [{ ...share, revokedAt: madeAt }] });
    await question.getByRole('button', { name: 'Yes, End' }).click();
    await expect.element(dialog.getByText('Ended', { exact: true })).toBeVisible();
    await expectNone(dialog.getByRole('button', { name: 'End link' }));
  });
});

describe('a shared certificate', () => {
  const { verifyUrl: _, expiresSoon: __, _id: ___, courseId: ____, ...shown } = ownCertificateOf();

  test('is shown completely, with the day on which its link expires', async () => {
    server.answer(ownCertificates.openShare, { data: { ...shown, linkExpiresAt: '2026-12-05T09:00:00.000Z' } });
    await openPage('/shared/abc');
    await expect.element(main().getByText('This certificate is valid')).toBeVisible();
    await expect.element(main().getByRole('table')).toMatchTextContent(shown.certNo);
    await expect.element(main().getByRole('table')).toMatchTextContent(shown.email);
    await expect.element(main().getByText(/^This link expires on/)).toBeVisible();
    await expectSound('shared');
  });

  test('without a last day shows N/A', async () => {
    const endless = { ...shown, dateOfExpiry: null };
    server.answer(ownCertificates.openShare, { data: { ...endless, linkExpiresAt: '2026-12-05T09:00:00.000Z' } });
    await openPage('/shared/abc');
    await expect.element(main().getByRole('row').filter({ hasText: 'Date of expiry' })).toMatchTextContent('N/A');
  });

  test('whose link has expired reports it', async () => {
    server.fail(ownCertificates.openShare, { status: 404, message: 'There is no such link.' });
    await openPage('/shared/abc');
    await expect.element(main().getByText('This link is no longer valid')).toBeVisible();
    await expectNone(main().getByRole('table'));
    await expectSound('shared, ended');
  });

  test('that cannot be opened now reports it, and is requested again', async () => {
    server.fail(ownCertificates.openShare, 'no link');
    const { passes } = stopClock();
    await openPage('/shared/abc');
    await passes(5);
    await expect.element(alertWith('Network error. Please try again.')).toBeVisible();
    await expectSound('shared, not opened');
    server.answer(ownCertificates.openShare, { data: { ...shown, linkExpiresAt: '2026-12-05T09:00:00.000Z' } });
    await button('Try again').click();
    await expect.element(main().getByText('This certificate is valid')).toBeVisible();
  });
});
