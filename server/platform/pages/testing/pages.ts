import type { Course } from '@fairlead/contract/courses/calls';
import Fastify, { type FastifyInstance } from 'fastify';
import { type FindActor, guardAccess } from '../../http/access.ts';
import type { CallAsVisitor } from '../../http/calls.ts';
import { answerErrors, answerUnknownCalls } from '../../http/errors.ts';
import { collectMeasures } from '../../http/measures.ts';
import { mountPages } from '../pages.ts';
import type { Rates } from '../render-budget.ts';

const brand = {
  name: 'Test Harbour Academy',
  email: 'office@example.org',
  phone: '+91 22 5550 0000',
  city: 'Mumbai, India',
  facebook: '',
  instagram: '',
  linkedin: '',
  recognition: '',
  publicUrl: 'https://academy.example',
  timeZone: 'Asia/Kolkata',
  sendsEmail: true,
  isAboard: false,
};

/** The one course, as the catalogue's calls return it. */
export const course = (title: string): Course => ({
  _id: '0193a000-0000-7000-8000-000000000001',
  title,
  description: 'What it is about.',
  duration: '2 days',
  price: 4500,
  category: 'Safety',
  subject: ['Rescue'],
  regulations: 'STCW',
  courseImg: null,
  isActive: true,
  validityMonths: 60,
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
    validity: 'months',
    validityMonths: 60,
    boundTo: '',
    requirements: { certificates: [], minimumAge: null, seaMonths: null, medical: false },
    approval: '',
    approvalNumber: '',
    approvalUntil: null,
    source: '',
    sourceDate: null,
  },
  highestSpeed: 2,
  taughtBy: '',
  replacedAboard: 'not',
  format: 'online',
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
});

/** Its one film, which visitors may watch. */
const openFilm = {
  serial: 1,
  title: 'Muster',
  duration: 40,
  open: { _id: '0193a000-0000-7000-8000-000000000002', leastBytes: 90_000, mostBytes: 300_000 },
};

/** The path of its page. */
export const coursePage = `/courses/${course('')._id}`;
/** The path of that page with its film. */
export const openFilmPage = `${coursePage}/watch/${openFilm.open._id}`;

type Call = Parameters<CallAsVisitor>;
type Dependencies = {
  rates: Rates;
  onAsk: (call: Call) => void;
  answerCourse: () => unknown;
  log: (line: string) => void;
  findActor: FindActor;
  addRoutes: (app: FastifyInstance) => void;
};

/**
 * The page renderer without the rest of the program, for an academy with one course.
 *
 * @param onAsk receives each call made while a page is rendered.
 * @param answerCourse returns the reply for the course's own page.
 * @param rates the rate limits for pages rendered for a single request; the usual ones by default.
 * @param log receives each logged error, as a line of JSON.
 * @param findActor finds the person of an access token; by default nobody.
 * @param addRoutes adds what the pages of these people read.
 */
export async function mountedPages({
  onAsk = () => {},
  answerCourse = () => ({ data: course('Fire Fighting') }),
  log = () => {},
  findActor = async () => undefined,
  addRoutes = () => {},
  rates,
}: Partial<Dependencies> = {}) {
  const logger = { level: 'error', stream: { write: log } };
  const app = Fastify({ logger, routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
  collectMeasures(app);
  guardAccess(app, findActor);
  answerErrors(app);
  app.setNotFoundHandler(answerUnknownCalls);
  addRoutes(app);
  const callAsVisitor: CallAsVisitor = async (...call) => {
    onAsk(call);
    const [, path] = call;
    if (path === '/brand') return { reply: brand, next: undefined };
    if (path === '/academy/texts') return { reply: { data: { home: '', about: '', news: [] } }, next: undefined };
    if (path === '/next-dates') return { reply: { data: [] }, next: undefined };
    if (path === '/courses/active') return { reply: { data: [course('Fire Fighting')] }, next: undefined };
    if (path === '/courses/categories') return { reply: { data: [] }, next: undefined };
    if (path === '/trainingVideo/:courseId/titles') return { reply: { data: [openFilm] }, next: undefined };
    return { reply: answerCourse(), next: undefined };
  };
  return { app, pages: await mountPages(app, { dev: false, callAsVisitor, ...(rates && { rates }) }) };
}
