import { Email } from '@fairlead/contract/values/emails';
import { z } from 'zod/mini';
import { addAdmin } from '../features/accounts/index.ts';
import { openAcademy } from '../platform/academy-id/open-academy.ts';
import { createLog } from '../platform/http/log.ts';
import { readConfig } from '../settings/config.ts';

// npm run add-admin -- someone@example.org

async function makeAdmin(email: string): Promise<string> {
  const config = readConfig(process.env, { make: false });
  const db = await openAcademy(config, { purpose: 'command', log: createLog('warn') });
  try {
    return await addAdmin({ db, clock: () => new Date() }, email);
  } finally {
    await db.destroy();
  }
}

process.umask(0o077);
const email = z.safeParse(Email, process.argv[2]);
if (!email.success) {
  console.error('Usage: npm run add-admin -- someone@example.org');
  process.exit(2);
}
try {
  const password = await makeAdmin(email.data);
  console.log(`${email.data} may log in at /ornate_backend with the password ${password} (shown this once)`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
