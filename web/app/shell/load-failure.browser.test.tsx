import { emailTemplates } from '@fairlead/contract/academy/email-templates';
import { outbox } from '@fairlead/contract/academy/outbox';
import { settings } from '@fairlead/contract/academy/settings';
import { certificates } from '@fairlead/contract/certificates/calls';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { walletKinds } from '@fairlead/contract/wallet/wallet-kinds';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { ownCertificateOf } from '../../testing/certificates.ts';
import { alertWith, button, expectNone, field, main } from '../../testing/forms.ts';
import { openPage } from '../../testing/open-page.tsx';
import { signIn } from '../../testing/people.ts';
import { emailTemplateOf, settingsOf } from '../../testing/records.ts';
import { expectSound } from '../../testing/sound.ts';
import { staffAt } from '../../testing/staff.ts';
import { server } from '../../testing/stand-in-server.ts';

// Every place that has a 'Try again' for a page whose loader failed, and the pages whose failure no other test shows.

const certificate = ownCertificateOf();
const read = {
  settings: () => server.answer(settings.get, { data: settingsOf() }),
  certificates: () => {
    server.answer(enrolments.listOwn, []);
    server.answer(ownCertificates.list, { data: [certificate] });
  },
};

const pages = [
  {
    path: '/admin-dashboard/settings',
    call: settings.get,
    failure: 'Failed to load the settings.',
    succeed: read.settings,
    shown: () => main().getByRole('button', { name: /^Brand/ }),
  },
  {
    path: '/admin-dashboard/mails-and-jobs',
    call: settings.get,
    failure: 'Failed to load the settings.',
    succeed: read.settings,
    shown: () => main().getByText('Nothing has failed'),
  },
  {
    path: '/admin-dashboard/letters',
    call: emailTemplates.list,
    failure: 'Failed to load the email templates.',
    succeed: () => server.answer(emailTemplates.list, { data: [emailTemplateOf(null)] }),
    shown: () => button('Edit email'),
  },
  {
    path: '/admin-dashboard/document-kinds',
    call: walletKinds.list,
    failure: 'Failed to load the kinds of documents.',
    succeed: () => server.answer(walletKinds.list, { data: [] }),
    shown: () => button('Add kind'),
  },
  {
    path: '/certificates',
    call: ownCertificates.list,
    failure: 'Failed to load your certificates.',
    succeed: read.certificates,
    shown: () => main().getByRole('list', { name: 'Certificates' }),
  },
  {
    path: '/shared/abc',
    call: ownCertificates.openShare,
    failure: 'The certificate could not be shown. Please try again.',
    succeed: () =>
      server.answer(ownCertificates.openShare, { data: { ...certificate, linkExpiresAt: '2999-12-05T09:00:00.000Z' } }),
    shown: () => main().getByText(/^This link expires on/),
  },
  {
    path: `/verify/${certificate.certNo}`,
    call: certificates.verify,
    failure: 'The register could not be reached. Please try again.',
    succeed: () => server.answer(certificates.verify, { data: { ...certificate, logProof: null } }),
    shown: () => main().getByText('This certificate is valid'),
  },
];

beforeEach(() => {
  server.answer(outbox.listFailed, { data: [] });
  server.answer(ownCertificates.calendarState, { data: { createdAt: null } });
});

async function openFailed({ path, call, failure }: (typeof pages)[number]) {
  if (path.startsWith('/admin-dashboard')) staffAt();
  else signIn('learner');
  server.fail(call, { status: 500 });
  const opened = await openPage(path);
  await expect.element(alertWith(failure)).toBeVisible();
  return opened;
}

async function expectShown(what: Locator) {
  await expect.element(what).toBeVisible();
  await expectNone(main().getByRole('alert'));
  await expectNone(button('Try again'));
}

describe.each(pages)('$path, which cannot be loaded', (one) => {
  const { path, call, failure, succeed, shown } = one;

  test('reports it, and is busy while it is loaded again, until it is there', async () => {
    const opened = await openFailed(one);
    await expectSound(`${path}, not loaded`);
    for (const succeeds of [false, true]) {
      const release = server.hold(call);
      await button('Try again').click();
      await expect.element(button('Try again')).toBeDisabled();
      await expect.element(button('Try again')).toHaveAttribute('aria-busy', 'true');
      await expect.element(alertWith(failure)).toBeVisible();
      await expectNone(shown());
      if (succeeds) succeed();
      release();
      if (succeeds) continue;
      await expect.element(button('Try again')).toBeEnabled();
      await expect.element(alertWith(failure)).toBeVisible();
    }
    await expectShown(shown());
    expect(opened.path()).toBe(path);
  });

  // before React has rendered the loading state
  test('is shown when the response arrives at once', async () => {
    await openFailed(one);
    succeed();
    await button('Try again').click();
    await expectShown(shown());
  });
});

test('the search in a URL, and text typed beside the failure, are kept', async () => {
  const path = `/verify/${certificate.certNo}`;
  server.fail(certificates.verify, { status: 500 });
  const opened = await openPage(`${path}?from=mail`);
  await expect.element(button('Try again')).toBeVisible();
  await field('Certificate number').fill('FMA-2026-OTHER');
  server.answer(certificates.verify, { data: { ...certificate, logProof: null } });
  await button('Try again').click();
  await expect.element(main().getByText('This certificate is valid')).toBeVisible();
  await expect.element(field('Certificate number')).toHaveValue('FMA-2026-OTHER');
  expect(opened.path()).toBe(`${path}?from=mail`);
});
