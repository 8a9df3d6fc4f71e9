import { settings } from '@fairlead/contract/academy/settings';
import { expect, onTestFinished, test } from 'vitest';
import { serveDump } from '../platform/backup/running-program.ts';
import { testApp } from '../testing/app.ts';
import { silentLog } from '../testing/databases.ts';
import { findFacts, readFacts } from './academy-facts.ts';

const { call, clock, config, db, person } = await testApp();

test('the running program tells the mail server that an administrator has entered, with its password', async () => {
  const admin = await person('admin');
  const body = { host: '127.0.0.1', port: 2525, encryption: 'starttls', user: 'desk', password: 'a b' } as const;
  expect(await call(settings.saveMailServer, { body }, admin)).toMatchObject({ status: 200 });
  const embedded = { ...config, databaseUrl: undefined };
  expect(await findFacts(embedded, clock())).toBeUndefined();
  onTestFinished(
    await serveDump({
      db,
      dataDir: config.dataDir,
      log: silentLog,
      describe: async () => ({}),
      facts: () => readFacts(db, config, clock()),
    }),
  );
  const facts = await findFacts(embedded, clock());
  expect(facts?.mail).toMatchObject({
    server: { smtpUrl: 'smtp://desk:a%20b@127.0.0.1:2525', smtpTls: 'opportunistic' },
    unusable: null,
    inbox: 'office@fairlead.example',
  });
  expect(facts?.administrators).toEqual([admin.email]);
});

test('a password that was stored with another vault secret is said, and hides nothing else', async () => {
  const secrets = { ...config.secrets, vault: 'o'.repeat(40) };
  const { mail, stated } = await readFacts(db, { ...config, secrets }, clock());
  expect(mail).toMatchObject({ server: null, unusable: expect.stringContaining('another vault secret') });
  expect(stated.signatoryName).toBe('Capt. R. Menon');
});
