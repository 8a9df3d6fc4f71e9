import { readdir, readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { packages } from '@fairlead/contract/packages/calls';
import { training } from '@fairlead/contract/training/calls';
import { ZipFile } from 'yazl';
import type { CourseKey, DemoCourse } from '../course.ts';
import type { Action } from './action.ts';
import { type CourseIds, idOf, teacherOf } from './courses.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

/** A package of the demo, the course that got it yesterday, and the learner who has worked through it since. */
export const demoPackage = {
  folder: 'permit-to-enter',
  title: 'The permit to enter',
  minutes: 3,
  course: 'enclosed-space-entry' satisfies CourseKey,
  learner: 'thomas.kurian@example.org',
} as const;

type Setting = { list: readonly DemoCourse[]; teachers: readonly string[]; at: Moments; ids: CourseIds };

/** A teacher puts a package in front of a course's films, and a learner plays it. */
export function packageActions(past: Past, { list, teachers, at, ids }: Setting): Action[] {
  // without a second origin it could not be played
  if (!past.platform.config.content.url) return [];
  const teacher = teacherOf(demoPackage.course, list, teachers);
  return [
    {
      at: at(1, 20, demoPackage.folder),
      what: `${teacher} adds the package ${demoPackage.title}`,
      carryOut: () => addPackage(past, teacher, idOf(ids, demoPackage.course)),
    },
    {
      at: at(1, 21, demoPackage.folder),
      what: `${demoPackage.learner} plays the package ${demoPackage.title}`,
      carryOut: () => playPackage(past, demoPackage.learner, idOf(ids, demoPackage.course)),
    },
  ];
}

async function addPackage(past: Past, teacher: string, courseId: string): Promise<void> {
  const upload = await past.upload(teacher, {
    name: `${demoPackage.folder}.zip`,
    bytes: await zipOf(demoPackage.folder),
  });
  const call = await past.as(teacher);
  const { title, minutes } = demoPackage;
  const { data } = await call(packages.add, { body: { courseId, upload, title, minutes } });
  const [set] = (await call(training.list, { query: { course: courseId } })).data;
  const seen = set?.trainingVideo.map(({ _id }) => _id) ?? [];
  const wanted = [data._id, ...seen.filter((id) => id !== data._id)];
  await call(training.reorderFilms, { body: { trainingId: set?._id ?? '', seen, wanted } });
}

async function zipOf(folder: string): Promise<Buffer> {
  const from = new URL(`../packages/${folder}/`, import.meta.url);
  const zip = new ZipFile();
  for (const name of (await readdir(from)).toSorted()) zip.addBuffer(await readFile(new URL(name, from)), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** What the lesson stores on its last page, after one wrong and one right answer. */
const stored = {
  'cmi.core.lesson_status': 'passed',
  'cmi.core.lesson_location': '4',
  'cmi.core.score.raw': '50',
  'cmi.core.score.min': '0',
  'cmi.core.score.max': '100',
  'cmi.suspend_data': 'who-stays',
  'cmi.interactions.0.id': 'who-stays',
  'cmi.interactions.0.type': 'choice',
  'cmi.interactions.0.student_response': 'a',
  'cmi.interactions.0.result': 'correct',
  'cmi.interactions.1.id': 'attendant-enters',
  'cmi.interactions.1.type': 'choice',
  'cmi.interactions.1.student_response': 'e',
  'cmi.interactions.1.result': 'wrong',
};

async function playPackage(past: Past, learner: string, courseId: string): Promise<void> {
  const call = await past.as(learner);
  const [set] = (await call(training.getForCourse, { params: { courseId } })).data;
  const id = set?.trainingVideo[0]?._id ?? '';
  const { data: opened } = await call(packages.open, { params: { id } });
  past.pass(demoPackage.minutes * 60);
  const report = { watched: [[0, demoPackage.minutes * 60] as [number, number]], position: demoPackage.minutes * 60 };
  await call(training.reportProgress, { params: { id }, body: report });
  const itemId = opened.items[0]?.id ?? '';
  const body = { itemId, seen: 0, page: crypto.randomUUID(), values: stored };
  const { data } = await call(packages.commit, { params: { id }, body });
  if (!data.isComplete) throw new Error('The package does not count');
}
