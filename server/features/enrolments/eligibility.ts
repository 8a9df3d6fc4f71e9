import { sql } from 'kysely';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findRulesInForce } from '../courses/index.ts';
import {
  type Answers,
  type Candidate,
  type Eligibility,
  eligibilityFor,
  type Holding,
  requireAnswers,
} from './eligibility-rules.ts';

type Dependencies = Pick<Platform, 'clock' | 'config'>;
/** A person and a course that they want to take. */
type Pair = { accountId: string; courseId: string };

/**
 * Answers what somebody lacks for a course; for a course that requires nothing, nothing. `birthDate` counts for
 * somebody without one in the profile.
 */
export type LackFinder = (pair: Pair & { birthDate?: CalendarDate | null }) => Eligibility;

const nothing: Eligibility = { missing: [], toCheck: [] };

/**
 * Looks up, for several people and courses at once, what the rules of today require and what the people hold.
 *
 * @returns what one of them lacks for one of the courses. Somebody who is not among the people holds nothing.
 */
export async function findEligibility(
  db: Queryable,
  { clock, config }: Dependencies,
  pairs: { accountIds: readonly string[]; courseIds: readonly string[] },
): Promise<LackFinder> {
  const today = dayAt(clock(), config.timeZone);
  const rules = await findRulesInForce(db, [...new Set(pairs.courseIds)], today);
  const asking = [...rules.values()].some(({ requirements }) => requiresSomething(requirements));
  const candidates = asking
    ? await findCandidates(db, [...new Set(pairs.accountIds)], today)
    : new Map<string, Candidate>();
  return ({ accountId, courseId, birthDate = null }) => {
    const rule = rules.get(courseId);
    if (!rule || !requiresSomething(rule.requirements)) return nothing;
    const candidate = candidates.get(accountId) ?? unknown;
    return eligibilityFor(rule.requirements, { ...candidate, birthDate: candidate.birthDate ?? birthDate }, today);
  };
}

const unknown: Candidate = { birthDate: null, holdings: [] };

const requiresSomething = ({ certificates, minimumAge, seaMonths, medical }: Parameters<typeof eligibilityFor>[0]) =>
  certificates.length > 0 || minimumAge !== null || seaMonths !== null || medical;

/** The birth dates of some people and what they hold, as far as staff or the academy itself have made sure of it. */
async function findCandidates(db: Queryable, accountIds: readonly string[], today: CalendarDate) {
  const people = await db
    .selectFrom('account')
    .leftJoin('seafarerProfile as profile', 'profile.accountId', 'account.id')
    .select(['account.id', 'profile.birthDate'])
    .where(among('account.id', accountIds))
    .execute();
  const { rows } = await sql<Holding & { accountId: string }>`
    select account_id, code as qualification, last_day from held_document
    where account_id = any(${accountIds}::uuid[]) and is_checked and first_day <= ${today}::date`.execute(db);
  const holdings = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map<string, Candidate>(
    people.map(({ id, birthDate }) => [id, { birthDate, holdings: holdings.get(id) ?? [] }]),
  );
}

/** What one person lacks for one course. */
export async function eligibilityOf(
  db: Queryable,
  dependencies: Dependencies,
  { accountId, courseId, birthDate = null }: Parameters<LackFinder>[0],
): Promise<Eligibility> {
  const lacks = await findEligibility(db, dependencies, { accountIds: [accountId], courseIds: [courseId] });
  return lacks({ accountId, courseId, birthDate });
}

/** Requires that staff have answered for what a person lacks for a course; see `requireAnswers`. */
export const requireEligible = async (
  db: Queryable,
  dependencies: Dependencies,
  { answers, ...pair }: Parameters<LackFinder>[0] & { answers: Answers },
) => requireAnswers(await eligibilityOf(db, dependencies, pair), answers);
