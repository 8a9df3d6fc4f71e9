import { expect } from '@playwright/test';
import { test } from '../../e2e/issued-code.ts';
import { cachedForOffline, choosePicture, forger, openCode, pictureOf, verdict } from '../../e2e/pages/codes.ts';
import { expectSound } from '../../e2e/pages/states.ts';

test.use({ serviceWorkers: 'allow' });

test('every code that differs from what the academy signed gets its own message', async ({ page, academy, issued }) => {
  const { withOwnKey, withStrangersKey, underOwnName } = await forger(academy);
  const { facts, code } = issued;
  const answers: [string, string, string][] = [
    ['altered', underOwnName({ ...facts, name: 'Somebody Else' }), 'This code was altered'],
    ['forged-number', withOwnKey({ ...facts, number: 'FMA-2026-0000000000000' }), 'This certificate is forged'],
    ['forged-name', withOwnKey({ ...facts, name: 'Somebody Else' }), 'This certificate is forged'],
    ['forged-time', withOwnKey({ ...facts, signedAt: facts.signedAt - 86_400 }), 'This certificate is forged'],
    ['unknown-key', withStrangersKey(facts), 'Signed by an unknown key'],
    ['unreadable', code.slice(0, -9), 'This code cannot be read'],
    ['nothing', '', 'This code cannot be read'],
    ['hostile', 'A'.repeat(500_000), 'This code cannot be read'],
  ];
  for (const [name, one, answer] of answers) {
    await openCode(page, one);
    await expect(verdict(page, answer), name).toBeVisible();
    await expect(page.getByRole('cell', { name: facts.name }), name).toBeHidden();
    // The others differ from it only in their text.
    if (name === 'altered') await expectSound(page, `code-${name}`);
  }
});

test('the script that reads pictures is cached, even if it was used before there was a service worker', async ({
  page,
  context,
  issued,
}) => {
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    const allowed = new Promise((resolve) => addEventListener('worker-may-come', resolve));
    serviceWorker.register = async (...asked) => {
      await allowed;
      return register(...asked);
    };
  });
  await page.goto('/verify', { waitUntil: 'networkidle' });
  await choosePicture(page, await pictureOf('a ship in a bottle'));
  await expect(page.getByText('This is not the code of a certificate.')).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('worker-may-come')));
  await cachedForOffline(page);
  await context.setOffline(true);
  await page.goto('/verify');
  await choosePicture(page, await pictureOf(`https://academy.example/C#${issued.code}`));
  await expect(verdict(page, 'This certificate is genuine')).toBeVisible();
});
