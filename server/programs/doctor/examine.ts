import { type Facts, findFacts } from '../../program/academy-facts.ts';
import type { Config } from '../../settings/config.ts';
import { checkAcademy, hasSecrets } from './check-academy.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkDetails } from './check-details.ts';
import { checkFiles } from './check-files.ts';
import { checkKeys } from './check-keys.ts';
import { checkMachine } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkMarks } from './check-marks.ts';
import { checkPackages } from './check-packages.ts';
import { checkProxy } from './check-proxy.ts';
import { checkServices } from './check-services.ts';
import { checkSettings } from './check-settings.ts';
import { checkStored } from './check-stored.ts';
import { attempt, type Finding, notRead } from './finding.ts';

/** What is examined, in this order. */
export const subjectNames: readonly string[] = [
  'settings',
  'academy',
  'machine',
  'database',
  'files',
  'marks',
  'keys',
  'email',
  'services',
  'site',
  'packages',
  'backups',
];

/** The findings of one subject. */
export type Examined = { subject: string; findings: Finding[] };

type Options = {
  clock: () => Date;
  /** An email address that gets a test email. */
  mailbox?: string | undefined;
  /** Only these are examined; all by default. */
  subjects?: readonly string[] | undefined;
  /** How long the mail server, and a request through the proxy, may stay silent, in milliseconds; for tests. */
  patience?: { mail?: number; proxy?: number };
};

/**
 * Examines what stands in the way of the academy, one subject after another; a check that fails hides none of the
 * others. Nothing is changed: a file is written and deleted, and an email is sent only to `mailbox`.
 */
export async function* examine(
  config: Config,
  { clock, mailbox, subjects = subjectNames, patience = {} }: Options,
): AsyncGenerator<Examined> {
  // where the database is away, what the folder says
  let isThere = hasSecrets(config);
  const academy = async () => {
    const found = await checkAcademy(config);
    isThere = found.isThere;
    return found.findings;
  };
  const readFacts = () => findFacts(config, clock()).catch(() => undefined);
  let facts: Promise<Facts | undefined> | undefined;
  const factsOnce = () => {
    facts ??= readFacts();
    return facts;
  };
  let isSaid = false;
  /** Where the database cannot be read, the first check that needs it says so. */
  const ofRows = (check: (rows: Facts) => Finding[] | Promise<Finding[]>) => async () => {
    const rows = await factsOnce();
    if (rows) return check(rows);
    const findings = isSaid ? [] : [notRead(config)];
    isSaid = true;
    return findings;
  };
  const withMail = (rows: Facts | undefined) => checkMail(config, { facts: rows, mailbox, patience: patience.mail });
  // `ofAcademy`: only where there is one, since it reads or writes in its places
  const checks: [subject: string, check: () => Promise<Finding[]>, ofAcademy?: 'ofAcademy'][] = [
    ['settings', async () => checkSettings(config)],
    ['academy', academy],
    ['academy', ofRows((rows) => checkDetails(config, rows)), 'ofAcademy'],
    ['machine', () => checkMachine(config), 'ofAcademy'],
    ['database', () => checkDatabase(config, clock)],
    ['files', () => checkFiles(config, clock), 'ofAcademy'],
    ['files', ofRows((rows) => checkStored(config, rows, { readAgain: readFacts, clock })), 'ofAcademy'],
    ['marks', ofRows(() => checkMarks(config)), 'ofAcademy'],
    ['keys', () => checkKeys(config, clock), 'ofAcademy'],
    config.mail.smtpUrl === undefined
      ? ['email', ofRows(withMail), 'ofAcademy']
      : ['email', async () => withMail(await factsOnce())],
    ['services', () => checkServices(config, clock)],
    ['site', () => checkProxy(config, { clock, patience: patience.proxy }), 'ofAcademy'],
    ['packages', () => checkPackages(config)],
    ['backups', () => checkBackups(config, clock), 'ofAcademy'],
  ];
  for (const [subject, check, ofAcademy] of checks)
    if (subjects.includes(subject) && (!ofAcademy || isThere)) yield { subject, findings: await attempt(check) };
}
