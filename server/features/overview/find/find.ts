import { type Found, mostFound } from '@fairlead/contract/overview/calls';
import type { Permission } from '@fairlead/contract/platform/permissions';
import { dayAt } from '../../../platform/calendar.ts';
import { paginationOf, type Search } from '../../../platform/db/pagination.ts';
import type { Actor } from '../../../platform/http/access.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findStaff, fullName, listLearners } from '../../accounts/index.ts';
import { listAssessments, listSubmittedAttempts } from '../../assessments/index.ts';
import { listRegister, stateOn } from '../../certificates/index.ts';
import { listMessages } from '../../contact/index.ts';
import { courseScopeOf, listCourses } from '../../courses/index.ts';
import { findOwners, listRequests } from '../../enrolments/index.ts';
import { listOwnersByProfile } from '../../seafarers/index.ts';
import { findFilms } from '../../training/index.ts';

/**
 * How many rows of a list are read: a page of it, as for its own search. For the few that are shown, the planner would
 * rather read the newest rows until enough of them match, which for a text that nobody has is the whole table.
 */
const pageSize = 25;

type List<Row> = { rows: readonly Row[] };

/**
 * What a text finds in the lists that somebody may read, a few things of each kind: the searches of these lists,
 * without their totals. A kind whose list the actor may not read is null, and is not searched.
 */
export async function find(platform: Platform, { text, actor }: { text: string; actor: Actor }): Promise<Found> {
  const { db, config, clock } = platform;
  const { timeZone } = config;
  const today = dayAt(clock(), timeZone);
  const scope = courseScopeOf(actor);
  const { search } = paginationOf({ q: text });
  const query = { q: text, limit: pageSize, isCounted: false };
  /** The rows of a list for those who have the permission that it requires; none while too little is typed. */
  const read = <Row>(permission: Permission, list: (search: Search) => Promise<List<Row>>) => {
    if (!actor.may(permission)) return null;
    return search ? list(search) : { rows: [] };
  };
  // requests and results belong to the same people and courses, which are looked up once
  const isOwned = actor.may('enrolments:decide') || actor.may('results:read');
  const owners = search && isOwned ? findOwners(db, search) : undefined;
  const ofOwners = { ...query, timeZone, ...(owners && { owners }) };
  const [people, registrations, requests, certificates, courses, tests, results, films, messages, staff] =
    await Promise.all([
      read('people:read', (known) => findPeople(platform, known)),
      read('people:approve', () => listLearners(db, 'waiting', { ...query, timeZone })),
      read('enrolments:decide', () => listRequests(db, ofOwners)),
      read('certificates:read', () => listRegister(db, query, today)),
      read('courses:read', () => listCourses(db, scope, query)),
      read('tests:read', () => listAssessments(db, scope, query)),
      read('results:read', () => listSubmittedAttempts(db, scope, ofOwners)),
      read('training:read', async (known) => ({
        rows: await findFilms(db, scope, { search: known, limit: pageSize }),
      })),
      read('messages:answer', () => listMessages(db, { ...query, timeZone })),
      read('staff:manage', async (known) => ({ rows: await findStaff(db, known, pageSize) })),
    ]);
  return {
    people: firstOf(people, (person) => person),
    registrations: firstOf(registrations, (one) => ({ _id: one.id, name: fullName(one), email: one.email })),
    requests: firstOf(requests, (one) => ({
      _id: one.id,
      name: fullName(one),
      email: one.email,
      courseTitle: one.title,
    })),
    certificates: firstOf(certificates, (one) => ({
      _id: one.id,
      certNo: one.number,
      name: one.name,
      courseTitle: one.courseTitle,
      status: stateOn(one, today),
    })),
    courses: firstOf(courses, ({ id: _id, title, category, isActive, isDraft }) => ({
      _id,
      title,
      category,
      isActive,
      isDraft,
    })),
    tests: firstOf(tests, ({ id: _id, title, courseTitle, isPublished }) => ({ _id, title, courseTitle, isPublished })),
    results: firstOf(results, (one) => ({
      _id: one.id,
      name: fullName(one),
      courseTitle: one.courseTitle,
      passed: one.passed === true,
    })),
    films: firstOf(films, ({ id: _id, title, courseId, courseTitle }) => ({ _id, title, courseId, courseTitle })),
    messages: firstOf(messages, ({ id: _id, name, email }) => ({ _id, name, email })),
    staff: firstOf(staff, (one) => ({ _id: one.id, name: fullName(one), email: one.email, role: one.role })),
  };
}

/** The first rows as they are sent, and whether there are more. */
function firstOf<Row, Item>(list: List<Row> | null, present: (row: Row) => Item) {
  if (!list) return null;
  return { items: list.rows.slice(0, mostFound).map(present), hasMore: list.rows.length > mostFound };
}

/** Approved people, by name and email address, then by the name and the document numbers of their profile. */
async function findPeople({ db, config }: Platform, search: Search) {
  const [named, profiled] = await Promise.all([
    listLearners(db, 'approved', { q: search, limit: pageSize, timeZone: config.timeZone, isCounted: false }),
    listOwnersByProfile(db, search, pageSize),
  ]);
  const people = named.rows.map((one) => ({
    _id: one.id,
    name: fullName(one),
    email: one.email,
    documentNumber: null as string | null,
  }));
  const known = new Set(people.map(({ _id }) => _id));
  const further = profiled.filter(({ id }) => !known.has(id));
  const part = search.toLowerCase();
  return {
    rows: [
      ...people,
      ...further.map(({ id, name, email, passportNumber, cdcNumber, indosNumber }) => ({
        _id: id,
        name,
        email,
        documentNumber:
          [passportNumber, cdcNumber, indosNumber].find((number) => number?.toLowerCase().includes(part)) ?? null,
      })),
    ],
  };
}
