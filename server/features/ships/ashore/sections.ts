import { nearestLines, packIn } from '@fairlead/contract/course-packs/pack-sizes';
import { among } from '../../../platform/db/among.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PublicKey } from '../../../platform/keys/keys.ts';
import type { Platform } from '../../../platform/platform.ts';
import { academyName } from '../../academy/index.ts';
import { findPack, toCoursePack } from '../../course-packs/index.ts';
import { listOpenEnrolments } from '../../enrolments/index.ts';
import { courseKeyOf, findPass, headOf, issuePass } from '../../offline-records/index.ts';
import { findTrainingOfCourse } from '../../training/index.ts';
import { type CourseSection, type PersonSection, Section } from '../content.ts';
import { testSections } from '../tests/ashore/prepare-test-papers.ts';
import { findOriginSection } from './order-certificates.ts';

/** The academy's keys for statements, as a ship's computer keeps them. */
export const publishedKeys = (keys: readonly PublicKey[]) =>
  keys.map(({ id, key, validFrom, validUntil }) => ({
    ...{ id, key },
    validFrom: validFrom.toISOString(),
    validUntil: validUntil?.toISOString() ?? null,
  }));

/** A ship with its current computer. */
export type ShipOfBox = { id: string; name: string; imo: string; boxId: string; publicKey: string };

/**
 * All that a ship's computer is to hold now, by name: the ship, its courses, and the people signed on. It gets an
 * offline pass for every course aboard for which a person is approved, so that their clock starts ashore.
 */
export async function sectionsOf(platform: Platform, ship: ShipOfBox): Promise<Map<string, Section>> {
  const { db, keys } = platform;
  const sections = new Map<string, Section>();
  const add = (section: Section) => sections.set(`${section.kind}:${section.id}`, Section.parse(section));
  const published = publishedKeys(await keys.published());
  const { id, name, imo } = ship;
  const academy = await academyName(db, platform.config)();
  add({ kind: 'ship', id, name, imo, academy, keys: published });
  const origin = await findOriginSection(platform, ship);
  if (origin) add(origin);
  const courses = await listCourses(db, ship.id);
  for (const course of courses) add(await courseSection(platform, course));
  const members = await db
    .selectFrom('shipMember')
    .innerJoin('account', 'account.id', 'shipMember.accountId')
    .select(['account.id', 'account.prefix', 'account.firstName', 'account.lastName', 'shipMember.codeHash'])
    .where('shipMember.shipId', '=', ship.id)
    .where('account.disabledAt', 'is', null)
    .where('account.erasedAt', 'is', null)
    .orderBy('account.id')
    .execute();
  const enrolments = await listOpenEnrolments(
    db,
    members.map((member) => member.id),
    courses.map((course) => course.id),
  );
  for (const member of members) {
    const own = enrolments.filter(({ accountId, status }) => accountId === member.id && status === 'approved');
    const passes = await Promise.all(own.map((enrolment) => enrolmentAboard(platform, ship, enrolment)));
    add({ kind: 'person', ...member, enrolments: passes.flatMap((one) => one ?? []) });
  }
  for (const section of await testSections(platform, ship.id)) add(section);
  return sections;
}

const listCourses = (db: Queryable, shipId: string) =>
  db
    .selectFrom('shipCourse')
    .innerJoin('course', 'course.id', 'shipCourse.courseId')
    .select(['course.id', 'course.title', 'course.description', 'course.duration', 'course.category'])
    .select(['course.regulations', 'course.subjects', 'course.format', 'course.highestSpeed', 'shipCourse.lines'])
    .where('shipCourse.shipId', '=', shipId)
    .orderBy('course.id')
    .execute();

type CourseRow = Awaited<ReturnType<typeof listCourses>>[number];

/** A course as its learners need it aboard, without what only its public page and staff use. */
async function courseSection(platform: Platform, course: CourseRow): Promise<CourseSection> {
  const { db } = platform;
  const set = await findTrainingOfCourse(db, course.id);
  const found = await findPack(db, { courseId: course.id });
  const pack = toCoursePack(course, found, { link: () => '' });
  const lines = nearestLines(pack, course.lines);
  const packed = packIn(pack, lines, true);
  const rows = set
    ? await db
        .selectFrom('film')
        .select(['id', 'serial', 'title', 'durationSeconds', 'width', 'height'])
        .where('setId', '=', set.id)
        .where('kind', '=', 'film')
        .where('removedAt', 'is', null)
        .orderBy('serial')
        .execute()
    : [];
  const checks = await db
    .selectFrom('filmCheck')
    .select(['id', 'filmId', 'atSeconds', 'everySeconds', 'question', 'options'])
    .where(
      among(
        'filmId',
        rows.map(({ id }) => id),
      ),
    )
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();
  return {
    ...{ ...course, lines },
    kind: 'course',
    subjects: course.subjects as string[],
    courseKey: courseKeyOf(platform, course.id).toString('base64url'),
    set: set ? { id: set.id, title: set.title } : null,
    films: rows.flatMap((film) => {
      const files = packed.films.find(({ id }) => id === film.id);
      if (!files?.media) return [];
      const { media, playlist, poster, texts } = files;
      const asked = checks.filter(({ filmId }) => filmId === film.id);
      return [
        {
          ...film,
          ...{ media, playlist, poster, texts },
          checks: asked.map((check) => ({ ...check, options: check.options as string[] | null })),
        },
      ];
    }),
  };
}

/**
 * The pass of an enrolment for the ship's computer and what was credited of it; undefined where it gets none, since
 * staff have withdrawn it or the course has no videos.
 */
async function enrolmentAboard(
  platform: Platform,
  ship: ShipOfBox,
  { id, accountId, courseId }: { id: string; accountId: string; courseId: string },
): Promise<PersonSection['enrolments'][number] | undefined> {
  const { db } = platform;
  const issue = {
    accountId,
    courseId,
    key: ship.publicKey,
    device: `Computer of the ship ${ship.name}`,
    ip: undefined,
  };
  const issued = await issuePass(platform, issue).catch((error: unknown) => {
    if (error instanceof AppError && ['over', 'not-found', 'limit', 'too-many', 'forbidden'].includes(error.code))
      return undefined;
    throw error;
  });
  const pass = issued && (await findPass(db, issued.id));
  if (!pass) return undefined;
  const watching = await db
    .selectFrom('watching')
    .innerJoin('film', 'film.id', 'watching.filmId')
    .select(['filmId', 'highestSpeed', 'intervals', 'positionSeconds', 'completedAt'])
    .where('enrolmentId', '=', id)
    .where('film.kind', '=', 'film')
    .where('film.removedAt', 'is', null)
    .orderBy('filmId')
    .execute();
  const checks = await db
    .selectFrom('presenceCheck')
    .innerJoin('filmCheck', 'filmCheck.id', 'presenceCheck.checkId')
    .select(['presenceCheck.id', 'presenceCheck.filmId', 'presenceCheck.checkId', 'presenceCheck.turn'])
    .select(['presenceCheck.atSeconds', 'presenceCheck.answeredAt'])
    .where('presenceCheck.enrolmentId', '=', id)
    .where('filmCheck.removedAt', 'is', null)
    .orderBy('presenceCheck.id')
    .execute();
  return {
    ...{ id, courseId },
    pass: { id: pass.id, films: pass.films, head: headOf(pass) },
    watching: watching.map(({ filmId, highestSpeed, intervals, positionSeconds, completedAt }) => ({
      ...{ filmId, highestSpeed },
      intervals: intervals as [number, number][],
      position: positionSeconds,
      completed: completedAt !== null,
    })),
    checks: checks.map(({ answeredAt, ...check }) => ({ ...check, answered: answeredAt !== null })),
  };
}
