import { readCredential } from '@fairlead/contract/proofs/credential';
import { expect, test } from '@playwright/test';
import { openDatabaseOf, startAcademy } from '../../e2e/academy.ts';
import { codeOnSheet } from '../../e2e/pages/codes.ts';
import { openSchool } from '../../e2e/pages/school.ts';
import type { Db } from '../../server/platform/db/database.ts';

type Keys = { data: { keys: { id: string; validUntil: string | null }[] } };

test('the operator’s commands rotate the keys and verify the log', async ({ page, context }) => {
  const academy = await startAcademy({ mail: 'files' });
  const { databaseUrl } = academy;
  const school = await openSchool(academy);
  const learner = await school.learner('Asha', { profile: true });
  const issued = async (title: string) => {
    const courseId = await school.course(title, { films: 1, test: true });
    await school.enrol(learner, courseId);
    await school.train(learner, courseId);
    await school.sit(learner, courseId, true);
    return codeOnSheet(academy, context, learner, courseId);
  };
  const publishedKeys = async () => (await school.ask<Keys>(learner, 'GET', '/verify/keys')).data.keys;
  /** Only one process can open the embedded database; on a server, the academy keeps running meanwhile. */
  const whileFree = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!databaseUrl) expect(await academy.terminate()).toBe(0);
    const done = await work();
    if (!databaseUrl) await academy.restart();
    return done;
  };
  /** Changes stored data without the program. */
  const tamper = async (change: (db: Db) => Promise<unknown>) => {
    const db = await openDatabaseOf(academy);
    await change(db);
    await db.destroy();
  };

  try {
    const before = await issued('Survival Craft');
    const [first] = await publishedKeys();
    expect(readCredential(before.code)?.keyId).toBe(first?.id);

    const rotated = await whileFree(() => academy.command('rotate-keys.ts', 'facts'));
    const [, id = ''] = /^facts: signs with key (\S+) from now on$/m.exec(rotated.output) ?? [];
    expect(rotated.code, rotated.output).toBe(0);
    expect(await publishedKeys()).toMatchObject([
      { id, validUntil: null },
      { id: first?.id, validUntil: expect.any(String) },
    ]);
    const after = await issued('Fire Fighting');
    expect(readCredential(after.code)?.keyId).toBe(id);
    for (const { code } of [before, after]) {
      await page.goto('about:blank');
      await page.goto(`${academy.url}/C#${code}`);
      await expect(page.getByText('This certificate is valid', { exact: true })).toBeVisible();
    }

    await whileFree(async () => {
      const sound = await academy.command('verify-log.ts');
      expect(sound.code, sound.output).toBe(0);
      expect(sound.output).toContain('The public log of certificates: all 2 links hold\n');
      expect(sound.output).toMatch(/^The audit: all \d+ links hold$/m);
      expect(sound.output).toMatch(/^Each of the \d+ certificates in the register agrees with the log\.$/m);

      await tamper((db) => db.updateTable('certificate').set({ name: 'Somebody Else' }).execute());
      const forged = await academy.command('verify-log.ts');
      expect(forged.code).toBe(1);
      expect(forged.output).toContain('The public log of certificates: 2 wrong in 2 links\n');
      expect(forged.output).toMatch(/^ {2}certificate FMA-\S+: what it states is not what was logged$/m);
      expect(forged.output).toMatch(/^The audit: all/m);

      await tamper((db) => db.deleteFrom('auditEvent').where('sealIndex', '=', 3).execute());
      const cut = await academy.command('verify-log.ts');
      expect(cut.code).toBe(1);
      expect(cut.output).toContain('  link 3: it is missing\n');
    });
    expect((await academy.command('rotate-keys.ts', 'everything')).code).toBe(2);
  } finally {
    await academy.stop();
  }
});
