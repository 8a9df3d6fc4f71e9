import { readFile } from 'node:fs/promises';
import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import type { TestInput } from '@fairlead/contract/assessments/test-input';
import { courses } from '@fairlead/contract/courses/calls';
import { courseRules } from '@fairlead/contract/courses/course-rules';
import { training } from '@fairlead/contract/training/calls';
import sharp from 'sharp';
import { saveRule } from '../../server/features/courses/course-rules/save-rule.ts';
import { startingSets } from '../../server/features/courses/course-rules/starting-sets.ts';
import { findChecklistCodes } from '../../server/features/fit-to-join/queries.ts';
import { findKindCodes } from '../../server/features/wallet/kinds/queries.ts';
import { dayAt } from '../../server/platform/calendar.ts';
import type { CourseKey, DemoCourse, DemoFilm, HazardClass } from '../course.ts';
import { byAdmin } from './account-of.ts';
import type { Action } from './action.ts';
import { courseForm, formOf, testForm } from './forms.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

/** The ids of the courses created so far, by their keys in the demo. */
export type CourseIds = Map<CourseKey, string>;

export const idOf = (ids: CourseIds, key: CourseKey): string => {
  const id = ids.get(key);
  if (!id) throw new Error(`The course ${key} does not exist yet`);
  return id;
};

/** The first course is created this many days ago, before the first seafarer registered; the others follow it. */
const firstOffered = 960;
/** How many days ago questions of other kinds came to the tests that have them: after everybody has taken them. */
const otherKindsDaysAgo = 38;
/** How many days ago the course that takes no more enrolments was deactivated. */
export const closedDaysAgo = 150;

/** Who offers a course: the teachers take turns, from the oldest course on. */
export function teacherOf(key: CourseKey, list: readonly DemoCourse[], teachers: readonly string[]): string {
  const teacher = teachers[list.toReversed().findIndex((course) => course.key === key) % teachers.length];
  if (!teacher) throw new Error('Nobody teaches');
  return teacher;
}

/** The actions that create a course: with its cover, its films and its published assessment. */
export function courseActions(
  past: Past,
  {
    list,
    ids,
    teachers,
    at,
  }: { list: readonly DemoCourse[]; ids: CourseIds; teachers: readonly string[]; at: Moments },
): Action[] {
  // The catalogue shows the newest course first; the first course of the list should be the newest.
  return list.toReversed().flatMap((course, i) => {
    const teacher = teacherOf(course.key, list, teachers);
    let made: MadeTest | undefined;
    const offer = {
      at: at(firstOffered - i * 3, 11, course.key),
      what: `${teacher} offers ${course.title}`,
      carryOut: async () => {
        made = await offerCourse(past, course, teacher, ids);
      },
    };
    const close = {
      at: at(closedDaysAgo, 15, course.key),
      what: `${teacher} closes ${course.title}`,
      carryOut: async () => {
        await (await past.as(teacher))(courses.deactivate, { params: { id: idOf(ids, course.key) } });
      },
    };
    const { requires } = course;
    const restrict = requires && {
      at: at(requires.since, 12, course.key),
      what: `${teacher} says who may take ${course.title}`,
      carryOut: () => requireOf(past, teacher, { courseId: idOf(ids, course.key), ...requires }),
    };
    const { otherKinds } = course.assessment;
    const widen = otherKinds && {
      at: at(otherKindsDaysAgo, 12, course.key),
      what: `${teacher} adds questions of other kinds to ${course.title}`,
      carryOut: async () => {
        if (!made) throw new Error(`${course.title} has no test`);
        const { id, test } = made;
        const body = { test: { ...test, questions: [...test.questions, ...otherKinds] } };
        await (await past.as(teacher))(testAuthoring.update, { params: { id }, body });
      },
    };
    return [offer, ...[restrict, widen].flatMap((one) => one ?? []), ...(course.isActive ? [] : [close])];
  });
}

type MadeTest = { id: string; test: TestInput };

async function offerCourse(past: Past, course: DemoCourse, teacher: string, ids: CourseIds): Promise<MadeTest> {
  const call = await past.as(teacher);
  const cover = await pictureOf(`covers/${course.key}.svg`);
  const picture = { part: 'courseImg', bytes: cover, name: `${course.key}.png` };
  const { data } = await call(courses.create, { form: formOf(courseForm(course), [picture]) });
  ids.set(course.key, data._id);
  const { qualification } = course;
  if (qualification) await enterRule(past, { courseId: data._id, qualification, course });
  const filmIds: string[] = [];
  if (course.films.length > 0) {
    const files = await Promise.all(course.films.map(readFilm));
    const form = formOf({ courseId: data._id, title: 'Training videos' }, files);
    const { trainingVideo } = (await call(training.upload, { form })).data;
    filmIds.push(...trainingVideo.map((film) => film._id));
    for (const [index, film] of course.films.entries()) {
      const id = trainingVideo[index]?._id ?? '';
      for (const { kind, name, ending } of filmTexts) {
        const part = { part: 'text', bytes: await readDemoFile(`films/${film.file}.${ending}`), name };
        await call(training.attachText, { params: { id }, form: formOf({ kind, language: 'en' }, [part]) });
      }
      if (film.open) await call(training.openToVisitors, { params: { id }, body: { open: true } });
    }
  }
  const pictures = new Map<HazardClass, string>();
  const { questions, practice = [] } = course.assessment;
  const placards = [...questions, ...practice].flatMap(({ picture, optionPlacards = [] }) => [
    ...(picture ? [picture.placard] : []),
    ...optionPlacards,
  ]);
  for (const placard of new Set(placards)) {
    const file = { part: 'picture', bytes: await pictureOf(`placards/${placard}.svg`), name: `${placard}.png` };
    pictures.set(placard, (await call(testAuthoring.addPicture, { form: formOf({}, [file]) })).data._id);
  }
  const test = testForm(data._id, course, { pictures, films: filmIds });
  const { _id: id } = (await call(assessments.create, { body: test })).data;
  await call(assessments.publish, { params: { id } });
  return { id, test };
}

type Training = { courseId: string; qualification: string; course: DemoCourse };

/**
 * The administrator enters the rule that the starting set for India has of a training, with the approval of the course:
 * its code is a kind of document.
 */
async function enterRule({ platform }: Past, training: Training) {
  const rules = startingSets.find(({ key }) => key === 'india')?.rules ?? [];
  const found = rules.find(({ rule }) => rule.qualification === training.qualification);
  if (!found) throw new Error(`There is no rule of ${training.qualification}`);
  const appliesFrom = dayAt(platform.clock(), platform.config.timeZone);
  const { approval = null, approvalNumber = null, approvedUntil: approvalUntil = null } = training.course;
  const input = { ...found.rule, approval, approvalNumber, approvalUntil, appliesFrom, seen: 1 };
  const of = { courseId: training.courseId, scope: 'all' as const, findKindCodes, findChecklistCodes };
  await saveRule(platform, { ...of, input, ...(await byAdmin(platform)) });
}

type Required = { courseId: string } & Pick<NonNullable<DemoCourse['requires']>, 'source' | 'requirements'>;

/** Adds an edition to the rule of a course that requires something; all else stays as it was. */
async function requireOf(past: Past, teacher: string, { courseId, source, requirements }: Required): Promise<void> {
  const { platform } = past;
  const call = await past.as(teacher);
  const params = { id: courseId };
  const [newest] = (await call(courseRules.list, { params })).data;
  if (!newest) throw new Error('The course has no rule');
  const { _id, createdAt, createdBy, inForce, certificates, edition: seen, ...rule } = newest;
  const today = dayAt(platform.clock(), platform.config.timeZone);
  const body = { ...rule, source, requirements, sourceDate: today, appliesFrom: today, seen };
  await call(courseRules.add, { params, body });
}

const readDemoFile = async (path: string) => new Uint8Array(await readFile(new URL(`../${path}`, import.meta.url)));

/** A drawing of the demo as a PNG, since courses and questions take no SVG. */
const pictureOf = async (path: string) =>
  new Uint8Array(
    await sharp(await readDemoFile(path))
      .png()
      .toBuffer(),
  );

/** A film is named after its file, as for every upload. */
const readFilm = async ({ title, file }: DemoFilm) => ({
  part: 'trainingVideo',
  bytes: await readDemoFile(`films/${file}.mp4`),
  name: `${title}.mp4`,
});

const filmTexts = [
  { kind: 'captions', name: 'captions.vtt', ending: 'vtt' },
  { kind: 'transcript', name: 'transcript.txt', ending: 'txt' },
] as const;
