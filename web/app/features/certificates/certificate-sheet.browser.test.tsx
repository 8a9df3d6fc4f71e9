import { certificates } from '@fairlead/contract/certificates/calls';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { files } from '@fairlead/contract/platform/files';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ownCertificateOf, pictureOfSheet, verifiedCertificate } from '../../../testing/certificates.ts';
import { stopClock } from '../../../testing/clock.ts';
import { button, expectNone, main } from '../../../testing/forms.ts';
import { learnerAt } from '../../../testing/learner.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signIn } from '../../../testing/people.ts';
import { enrolmentOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const drawn = ownCertificateOf({ picture: pictureOfSheet, expiresSoon: false });
const sheet = () => main().getByRole('img', { name: 'Certificate of Asha Kumar: Muster and Rafts' });
const report = `/certificate-report?course=${enrolmentOf().courseId._id}`;
const shareWith = (share: unknown, canShare: unknown = () => true) =>
  Object.entries({ share, canShare }).forEach(([name, value]) => {
    Object.defineProperty(navigator, name, { value, configurable: true });
  });
afterEach(() => {
  for (const name of ['share', 'canShare', 'clipboard']) Reflect.deleteProperty(navigator, name);
});

test('a certificate is being drawn, takes long, and is revealed once when it is there', async () => {
  learnerAt([enrolmentOf()]);
  const clock = stopClock();
  server.answer(certificates.getOwn, { data: { ...drawn, pdfPath: null, picture: null } });
  await openPage(report);
  await expect.element(main().getByText('Your certificate is being prepared. This takes a moment.')).toBeVisible();
  await expectNone(sheet());
  await expectSound('certificate, being drawn');
  await clock.passes(44);
  await expect.element(main().getByText(/This takes a moment/)).toBeVisible();
  await clock.passes(2);
  await expect.element(main().getByText(/This takes longer than usual/)).toBeVisible();
  server.answer(certificates.getOwn, { data: drawn });
  await clock.passes(2);
  await expect.element(sheet()).toBeVisible();
  await expect.element(sheet()).toHaveClass('animate-reveal');
  await expectNone(main().getByText(/longer than usual/));
  await expect.element(main().getByRole('link', { name: 'Download PDF' })).toBeVisible();
  await expectSound('certificate, drawn');
});

test('the picture of one from earlier stands still; where it does not load, it is asked for again', async () => {
  learnerAt([enrolmentOf()]);
  const broken = { ...drawn, certNo: 'FMA-2026-OLD', picture: { filename: 'x.webp', url: 'data:image/webp,nothing' } };
  server.answer(certificates.getOwn, { data: broken });
  server.fail(files.renew, { status: 404 });
  await openPage(report);
  await expect.element(main().getByText('The picture could not be loaded.')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Open PDF' })).toBeVisible();
  await expectSound('certificate, picture failed');
});

test.each([
  ['identity', /^Your profile has changed since it was last checked/],
  ['academy', /^The academy must still complete the details that stand on its certificates/],
] as const)(
  'a certificate on hold for %s says why, and offers neither a picture, a number nor a date',
  async (hold, why) => {
    learnerAt([enrolmentOf()]);
    server.answer(certificates.getOwn, {
      data: { ...drawn, status: 'held', waitsFor: [hold], pdfPath: null, picture: null },
    });
    await openPage(report);
    await expect.element(main().getByText(why)).toBeVisible();
    await expectNone(sheet());
    await expectNone(main().getByText(drawn.certNo));
    await expectNone(main().getByText('Date of issue'));
    await expectNone(button('Add expiry to calendar'));
  },
);

test('the date of expiry for a calendar: a failure is reported', async () => {
  learnerAt([enrolmentOf()]);
  server.answer(certificates.getOwn, { data: drawn });
  await openPage(report);
  server.fail(ownCertificates.expiry, 'no link');
  await button('Add expiry to calendar').click();
  await expect.element(page.getByText('Network error. Please try again.')).toBeVisible();
});

test('the PDF goes to the share sheet; a tap that was used up is asked for again', async () => {
  learnerAt([enrolmentOf()]);
  server.answer(certificates.getOwn, {
    data: { ...drawn, pdfPath: { filename: 'c.pdf', url: 'data:application/pdf,content' } },
  });
  const share = vi.fn(async (_: ShareData) => {});
  share.mockRejectedValueOnce(new DOMException('late', 'NotAllowedError'));
  shareWith(share);
  await openPage(report);
  await button('Share').click();
  await button('Share now').click();
  await expect.element(button('Share')).toBeVisible();
  const [file] = share.mock.calls.at(-1)?.[0].files ?? [];
  expect([file?.name, await file?.text()]).toEqual([`${drawn.certNo}.pdf`, 'content']);
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  await button('Share').click();
  await expect.element(button('Share')).toBeEnabled();
  await expectNone(page.getByText('The certificate could not be shared.'));
  shareWith(share, () => false);
  await button('Share').click();
  await expect
    .poll(() => share.mock.calls.at(-1)?.[0])
    .toEqual({
      title: 'Certificate: Muster and Rafts',
      url: drawn.verifyUrl,
    });
});

test('without a share sheet the link is copied, or shown; without an expiry there is no date', async () => {
  learnerAt([enrolmentOf()]);
  server.answer(certificates.getOwn, { data: { ...drawn, dateOfExpiry: null } });
  shareWith(undefined);
  const writeText = vi.fn(async (_: string) => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await openPage(report);
  await expect.element(button('Copy link')).toBeVisible();
  await expectNone(button('Add expiry to calendar'));
  await button('Copy link').click();
  await expect.element(page.getByText(/^Link copied/)).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(drawn.verifyUrl);
  writeText.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await button('Copy link').click();
  await expect.element(page.getByLabelText('Link to check it')).toHaveValue(drawn.verifyUrl);
});

test('the public check shows the picture to its holder', async () => {
  signIn('learner');
  server.answer(certificates.verify, { data: { ...verifiedCertificate, logProof: null, picture: pictureOfSheet } });
  await openPage(`/verify/${verifiedCertificate.certNo}`);
  await expect.element(sheet()).toBeVisible();
  await expectSound('verify, holder');
});
