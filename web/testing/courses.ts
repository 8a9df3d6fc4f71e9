import type { Course } from '@fairlead/contract/courses/calls';
import type { CourseRule } from '@fairlead/contract/courses/course-rules';
import type { ListedFilm } from '@fairlead/contract/training/films';

// the width of a card is added to its URL: in a data URL the part after # is no content
const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"/>#';

/** A rule as a new course has it: nothing but the months. */
export const ruleOf = (part: Partial<CourseRule> = {}): CourseRule => ({
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
  ...part,
});

/** A course as in the catalogue; its rule says the same months. */
export const courseOf = (part: Partial<Course> = {}): Course => ({
  _id: '7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2b01',
  title: 'HAZMAT',
  description: 'How to abandon ship and stay alive until help comes.',
  duration: '2 days',
  price: 4500,
  category: 'Safety',
  subject: ['Muster and abandon ship', 'Life rafts'],
  regulations: 'STCW A-VI/1-1',
  courseImg: { filename: 'cover.svg', url: picture },
  isActive: true,
  validityMonths: 60,
  highestSpeed: 2,
  replacedAboard: 'not',
  taughtBy: 'Capt. R. Menon, master mariner',
  format: 'online',
  version: 1,
  createdAt: '2026-09-05T09:00:00.000Z',
  updatedAt: '2026-09-05T09:00:00.000Z',
  rule: ruleOf(
    part.validityMonths === null
      ? { validity: 'unlimited', validityMonths: null }
      : { validityMonths: part.validityMonths ?? 60 },
  ),
  ...part,
});

/** The films of a course, as its public page lists them. */
export const filmTitles: ListedFilm[] = [
  { kind: 'film', serial: 1, title: 'Muster and abandon ship', duration: 740, open: null },
  {
    kind: 'film',
    serial: 2,
    title: 'Inside a life raft: the first hour, the first night and the signals that bring help',
    duration: 95,
    open: null,
  },
];
