import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { type AuditEntry, audit } from '@fairlead/contract/audit/calls';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../testing/clock.ts';
import { button, expectNone, main } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signIn } from '../../../testing/people.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const revocation: AuditEntry = {
  _id: '8b3e2d21-1111-4222-8333-000000000005',
  at: '2026-09-05T09:00:00.000Z',
  action: 'certificate.revoke',
  by: { _id: '8b3e2d21-1111-4222-8333-000000000006', name: 'The Principal', email: 'principal@example.org' },
  subject: { kind: 'certificate', id: 'FMA-2026-ABCDEFGHJKLMN', name: 'FMA-2026-ABCDEFGHJKLMN', userId: null },
  details: { reason: 'Somebody else sat the test.' },
  address: '203.0.113.0',
  device: 'Chrome on Linux',
  link: 4,
};
const failure = 'Failed to load the audit.';

beforeEach(() => {
  signIn('admin');
  server.answer(secondFactor.getSecondFactor, { since: null, recoveryCodes: 0, due: null, isOverdue: false });
  server.answer(audit.actions, { data: ['certificate.revoke'] });
  server.answer(audit.list, { data: [revocation] });
});

test('the audit shows who did what, and why', async () => {
  await openPage('/admin-dashboard/audit');
  await expect
    .element(page.getByRole('row').filter({ hasText: 'Certificate revoked' }))
    .toMatchTextContent('Somebody else sat the test.');
  await expectSound('audit');
});

test('an audit that cannot be read reports it, and is requested again', async () => {
  server.fail(audit.list, 'no link');
  const { passes } = stopClock();
  await openPage('/admin-dashboard/audit');
  await passes(3);
  await expect.element(main().getByRole('alert')).toMatchTextContent(failure);
  await expectSound('audit, not read');
  server.answer(audit.list, { data: [revocation] });
  await button('Try again').click();
  await expect.element(page.getByRole('row').filter({ hasText: 'Certificate revoked' })).toBeInTheDocument();
  await expectNone(main().getByRole('alert'));
});

test('a check of the logs names each flaw, and says if there is none', async () => {
  const sound = { size: 12, flaws: [], found: 0 };
  server.answer(audit.verify, { data: { audit: sound, certificates: sound } });
  await openPage('/admin-dashboard/audit');
  await button('Check the logs').click();
  await expect.element(main().getByText('Every certificate in the register agrees with the log.')).toBeVisible();
  const flaws = [
    { index: 3, certNo: 'FMA-2026-ABCDEFGHJKLMN', reason: 'it was changed after it was chained' },
    { index: null, certNo: 'FMA-2026-ABCDEFGHJKLMN', reason: 'what it states is not what was logged' },
  ];
  server.answer(audit.verify, { data: { audit: sound, certificates: { size: 12, flaws, found: 102 } } });
  await button('Check the logs').click();
  const alert = main().getByRole('alert');
  await expect
    .element(alert)
    .toMatchTextContent('Entry 3 of the public log, FMA-2026-ABCDEFGHJKLMN: it was changed after it was chained.');
  await expect.element(alert).toMatchTextContent('FMA-2026-ABCDEFGHJKLMN: what it states is not what was logged.');
  await expect.element(alert).toMatchTextContent('And 100 more in the public log.');
  await expectSound('audit, flaws found');
});
