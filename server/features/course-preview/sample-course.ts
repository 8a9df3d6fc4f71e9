import { readFile } from 'node:fs/promises';
import { newTestSettings } from '@fairlead/contract/assessments/test-settings';
import { sampleCourseId, type sampleFilms } from '@fairlead/contract/course-preview/calls';
import type { Course } from '@fairlead/contract/courses/calls';
import type { TrainingSet } from '@fairlead/contract/training/calls';
import type { Film } from '@fairlead/contract/training/films';
import { type TestToPreview, writtenTest } from '../assessments/index.ts';

/** What the preview of a course consists of. */
export type Preview = { course: Course; training: TrainingSet | undefined; test: TestToPreview | undefined };

/** The ids of the parts of the sample, which differ by their last digits. */
const idOf = (place: number) => sampleCourseId.replace(/1$/, String(place));

const title = 'Sample: Muster and Abandon Ship';
const written = '2026-11-30T00:00:00.000Z';

/** Its video is sent by a call of its own. */
const filmOf = (serial: number, part: Pick<Film, 'title' | 'sizeBytes'>): Film => ({
  _id: idOf(serial + 1),
  kind: 'film',
  serial,
  ...part,
  url: null,
  duration: 9,
  originalPlays: true,
  ladder: null,
  poster: null,
  versions: [],
  texts: [],
  preparation: null,
  subtitles: null,
  openToVisitors: false,
  highestSpeed: 2,
  checks: [],
  completed: false,
  olderVersion: null,
  locked: false,
  position: 0,
  watchedSeconds: 0,
  watched: [],
});

const questions = [
  {
    questionText: 'What is the general emergency alarm?',
    options: [
      'Seven or more short blasts, then one long blast',
      'One long blast every two minutes',
      'Three short blasts',
      'A bell that rings for one minute',
    ],
  },
  {
    questionText: 'Where do you go when you hear it?',
    options: ['To your muster station', 'To the nearest life raft', 'To the bridge', 'To the engine room'],
  },
  {
    questionText: 'What do you take with you?',
    options: [
      'Warm clothing and your lifejacket',
      'Your suitcase',
      'Nothing, so that your hands are free',
      'A fire extinguisher',
    ],
  },
].map((question) => ({ ...question, correctAnswer: question.options[0] ?? '' }));

/** The content of a video of the sample course. */
export const readSampleFilm = (serial: (typeof sampleFilms)[number]): Promise<Buffer> =>
  readFile(new URL(`./films/${serial}.mp4`, import.meta.url));

/**
 * The sample course. It is written here and stored nowhere, so that no list, search, export or figure can have it, and
 * removing it removes nothing.
 */
export const sampleCourse: Preview = {
  course: {
    _id: sampleCourseId,
    title,
    description:
      'This course shows you what a learner sees: two short videos, a test of three questions and a certificate.',
    duration: '5 minutes',
    price: 1500,
    category: 'Safety',
    subject: ['The general emergency alarm', 'The muster station'],
    regulations: 'SOLAS III/19',
    courseImg: null,
    isActive: false,
    isDraft: true,
    validityMonths: 60,
    highestSpeed: 2,
    replacedAboard: 'not',
    taughtBy: '',
    format: 'online',
    version: 1,
    createdAt: written,
    updatedAt: written,
    rule: {
      edition: 1,
      appliesFrom: null,
      qualification: '',
      regulation: '',
      competenceTable: '',
      modelCourse: '',
      standard: '',
      kind: 'first',
      kindOf: '',
      requirements: { certificates: [], minimumAge: null, seaMonths: null, medical: false },
      validity: 'months',
      validityMonths: 60,
      boundTo: '',
      approval: '',
      approvalNumber: '',
      approvalUntil: null,
      source: '',
      sourceDate: null,
    },
  },
  training: {
    _id: idOf(4),
    courseId: sampleCourseId,
    courseTitle: title,
    title,
    trainingVideo: [
      filmOf(1, { title: 'The alarm', sizeBytes: 17_214 }),
      filmOf(2, { title: 'At the muster station', sizeBytes: 17_095 }),
    ],
    submitted: false,
    practiceQuestions: 0,
  },
  test: writtenTest({
    test: { courseId: sampleCourseId, title, passMark: 60, settings: newTestSettings, questions },
    id: idOf(5),
    courseTitle: title,
    questionIds: questions.map((_, index) => idOf(index + 6)),
  }),
};
