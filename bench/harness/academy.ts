import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '../../server/features/accounts/passwords.ts';
import { type Db, openDatabase } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/http/log.ts';
import { type Running, startServer } from './process.ts';

/** The database to use: the embedded engine, or the server at `url`. */
export type DatabaseLocation = { dataDir: string; url?: string };

export const password = 'lighthouse keeper';

/** A new folder below the system's temporary folder, and a function that removes it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'fairlead-bench-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Opens the database of a place, passes it to `fill`, and closes it. */
export async function filling<T>({ dataDir, url }: DatabaseLocation, fill: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase({ ...(url !== undefined && { url }), dataDir, log: createLog('error') });
  try {
    return await fill(db);
  } finally {
    await db.destroy();
  }
}

/** Adds the given number of typical courses. */
export async function addCourses(db: Db, count: number): Promise<void> {
  const now = new Date();
  const rows = Array.from({ length: count }, (_, index) => ({
    title: `Proficiency in Survival Craft and Rescue Boats ${index + 1}`,
    description:
      'Launching, handling and recovering survival craft and rescue boats, in calm and in heavy weather; signals, ' +
      'first aid and what to do until help comes. Two days of theory and one in the water.',
    duration: '3 days',
    price: 8500 + index,
    category: ['Safety', 'Deck', 'Engine', 'Medical'][index % 4] ?? 'Safety',
    regulations: 'STCW Section A-VI/2-1',
    subjects: JSON.stringify(['Launching', 'Handling', 'Recovery', 'Signals', 'First aid']),
    validityMonths: 60,
    createdAt: now,
    updatedAt: now,
  }));
  await db.insertInto('course').values(rows).execute();
}

/**
 * Adds learners who can log in with `password`; returns the ids of their accounts.
 *
 * @param called how their emails begin.
 */
export async function addLearners(db: Db, count: number, called = 'learner'): Promise<{ id: string; email: string }[]> {
  const now = new Date();
  const passwordHash = await hashPassword(password);
  const people = Array.from({ length: count }, (_, index) => ({
    emailVerifiedAt: now,
    approvedAt: now,
    createdAt: now,
    prefix: 'Mr' as const,
    firstName: 'Asha',
    lastName: `Nair ${index + 1}`,
    mobile: '9820012345',
    email: `${called}-${index + 1}@example.org`,
    role: 'learner' as const,
    passwordHash,
  }));
  return db.insertInto('account').values(people).returning(['id', 'email']).execute();
}

/** Starts the real server on a filled place, with extra settings; two servers can share a place only on PostgreSQL. */
export const startAcademy = (
  { dataDir, url }: DatabaseLocation,
  { renderEachTime = false, env = {} }: { renderEachTime?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Running> =>
  startServer(
    new URL('../servers/academy.ts', import.meta.url),
    [dataDir, ...(renderEachTime ? ['--render-each-time'] : [])],
    {
      ...env,
      ...(url !== undefined && { DATABASE_URL: url }),
    },
  );
