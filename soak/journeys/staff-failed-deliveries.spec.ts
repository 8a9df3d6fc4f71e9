import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { openDatabaseOf, startAcademy } from '../../e2e/academy.ts';
import { logInAsStaff, rowOf } from '../../e2e/pages/staff.ts';
import { complaintsOf, expectSound } from '../../e2e/pages/states.ts';

test('a mail that no server accepts fails after its last attempt, is reported on the overview, and is sent again', async ({
  page,
}) => {
  // Nobody listens there.
  const academy = await startAcademy({ mail: 'files', env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  try {
    const message = { name: 'Ravi Menon', email: 'ravi@example.org', message: 'When does the next course begin?' };
    const sent = await fetch(`${academy.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    expect(sent.ok).toBe(true);
    await academy.terminate();
    // The mail server has been down for longer than a mail is retried.
    const awaySince = new Date(Date.now() - 49 * 3_600_000);
    const db = await openDatabaseOf(academy);
    await db
      .updateTable('job')
      .set({ attempts: 11, outages: 11, awaySince, runAt: new Date(0) })
      .where('kind', '=', 'mail')
      // and not the daily mail, which names the message as a pending task
      .where(sql<boolean>`payload ->> 'subject' like 'Message from the contact%'`)
      .execute();
    await db.destroy();
    await academy.restart();

    const complaints = complaintsOf(page);
    await logInAsStaff(page, academy);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Failed deliveries' })).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await expectSound(page, 'overview-failed-deliveries');
    await page.getByRole('link', { name: 'Show failed deliveries' }).click();
    const mail = rowOf(page, 'Failed emails and jobs', 'Message from the contact page');
    await expect(mail).toContainText('ECONNREFUSED');
    await mail.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Yes, Try Again' }).click();
    await expect(page.getByText('Nothing has failed')).toBeVisible();
    expect(complaints).toEqual([]);
  } finally {
    await academy.stop();
  }
});
