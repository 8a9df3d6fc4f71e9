import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../settings/config.ts';
import { checkAcademy } from './check-academy.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkKeys } from './check-keys.ts';
import { checkMachine } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkMarks } from './check-marks.ts';
import { checkPackages } from './check-packages.ts';
import { checkProxy } from './check-proxy.ts';
import { checkServices } from './check-services.ts';
import { checkSettings } from './check-settings.ts';
import { type Finding, reasonOf, wrong } from './finding.ts';

/** The findings of one subject. */
export type Examined = { subject: string; findings: Finding[] };

/**
 * Examines what stands in the way of the academy, one subject after another. Nothing is changed: a file is written and
 * deleted, and an email is sent only to `mailbox`.
 *
 * @param mailbox an email address that gets a test email.
 */
export async function* examine(
  config: Config,
  { clock, mailbox }: { clock: () => Date; mailbox?: string | undefined },
): AsyncGenerator<Examined> {
  // where the database is away, what the folder says
  let isThere = existsSync(join(config.dataDir, 'secrets'));
  const academy = async () => {
    const found = await checkAcademy(config);
    isThere = found.isThere;
    return found.findings;
  };
  // `ofAcademy`: only where there is one, since it reads or writes in its places
  const checks: [subject: string, check: () => Promise<Finding[]>, ofAcademy?: 'ofAcademy'][] = [
    ['settings', async () => checkSettings(config)],
    ['academy', academy],
    ['machine', () => checkMachine(config), 'ofAcademy'],
    ['database', () => checkDatabase(config, clock)],
    ['files', () => checkFiles(config, clock), 'ofAcademy'],
    ['marks', () => checkMarks(config), 'ofAcademy'],
    ['keys', () => checkKeys(config, clock), 'ofAcademy'],
    ['email', () => checkMail(config, mailbox)],
    ['services', () => checkServices(config, clock)],
    ['site', () => checkProxy(config, clock), 'ofAcademy'],
    ['packages', async () => checkPackages(config)],
    ['backups', () => checkBackups(config, clock), 'ofAcademy'],
  ];
  for (const [subject, check, ofAcademy] of checks) {
    if (ofAcademy && !isThere) continue;
    const findings = await check().catch((error: unknown) => [
      wrong(`This could not be examined: ${reasonOf(error)}.`, 'Correct what is wrong above, and examine again.'),
    ]);
    yield { subject, findings };
  }
}
