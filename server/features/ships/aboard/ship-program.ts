import { academy, type Brand } from '@fairlead/contract/academy/calls';
import { accounts } from '@fairlead/contract/accounts/calls';
import type { Call } from '@fairlead/contract/platform/call';
import { training } from '@fairlead/contract/training/calls';
import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Endpoint } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Feature } from '../../feature.ts';
import { testCallsAboard } from '../tests/aboard/routes.ts';
import { findBox } from './box-state.ts';
import { type AskAcademy, contactAcademy, contactJob } from './contact.ts';
import { downloadCourseFiles, type FetchPart, loadCourseFiles } from './course-files.ts';
import { requireValid } from './log-in-aboard.ts';
import { aboardRoutes } from './routes.ts';
import { openSecureOrigin } from './secure-origin.ts';
import type { ShipClock } from './ship-clock.ts';
import { writeRecords } from './write-record.ts';

/** The calls of the academy's program that the computer of a ship serves as they are. */
const served: readonly Call[] = [
  academy.getBrand,
  accounts.me,
  accounts.refresh,
  accounts.logout,
  training.getForCourse,
  training.reportProgress,
];

const notAboard = async (): Promise<never> => {
  throw new AppError('unavailable', 'This needs the academy, and is not possible on the ship’s computer.');
};

/**
 * Routes that are no calls and work aboard: pages, files by their links, and what monitors and `npm run doctor` ask.
 */
const servedRoutes = [
  ...['/*', '/api/uploads/:folder/:filename', '/healthz', '/readyz', '/metrics'],
  ...['/diagnosis', '/diagnosis/late', '/diagnosis/file'],
];

/**
 * A feature as the computer of a ship has it: the few calls that are served aboard; every other one is refused with a
 * sentence, before anything is read. It sends no emails and makes nothing by itself.
 */
const aboard = ({ name, open, personalTables, staffColumns }: Feature, replaced: readonly Call[]): Feature => ({
  name,
  ...(personalTables && { personalTables }),
  ...(staffColumns && { staffColumns }),
  ...(open && {
    open: (program) => {
      const { routes = [], fileRights } = open(program);
      const kept = routes.filter(({ call }) => !replaced.includes(call));
      return { routes: kept.map(asAboard(program.platform)), ...(fileRights && { fileRights }) };
    },
  }),
});

const asAboard =
  (program: Platform) =>
  (endpoint: Endpoint): Endpoint => {
    const { method, path, who, reply } = endpoint.call;
    if (endpoint.call === accounts.refresh) return { ...endpoint, handle: whileValid(program, endpoint.handle) };
    if (endpoint.call === academy.getBrand) return { ...endpoint, handle: brandAboard(endpoint.handle) };
    // without schemas, so that nothing of what is sent is looked at
    return served.includes(endpoint.call)
      ? endpoint
      : { ...endpoint, call: { method, path, who, reply }, handle: notAboard };
  };

/** A session ends with the decisions of the academy too, at its next renewal: within minutes, and no report is lost. */
const whileValid = (program: Platform, handle: Endpoint['handle']): Endpoint['handle'] => {
  return async (request) => {
    await requireValid(program);
    return handle(request);
  };
};

/** Without what an academy begins with until it has stated its own: aboard nobody ever states it. */
const brandAboard = (handle: Endpoint['handle']): Endpoint['handle'] => {
  return async (request) => ({ ...((await handle(request)) as Brand), city: '', recognition: '', isAboard: true });
};

/**
 * A moment that the clock of this computer had reached when it was last written down, or that of the last pack;
 * undefined before it is paired.
 */
export async function findReached(db: Queryable): Promise<Date | undefined> {
  const state = await db.selectFrom('shipBoxState').select(['reachedAt', 'madeAt']).executeTakeFirst();
  return state?.madeAt && state.madeAt > state.reachedAt ? state.madeAt : state?.reachedAt;
}

const recordJob = 'ship.record';

/** Refuses the routes that are no calls, as `aboard` does the calls, before anything is read. */
function refuseOtherRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ is404, routeOptions: { url, config } }) => {
    if (!is404 && !config.call && !servedRoutes.includes(url ?? '')) await notAboard();
  });
}

/** The paths of pages that work aboard, and of what they load. */
const aboardPaths = /^\/(ship|training|api|assets|brand|healthz|readyz)(\/|\?|$)|\.[a-z0-9]{2,11}(\?|$)/;

/**
 * Leads anyone who enters the address of the computer, or of a page that needs the academy, to the page of the ship.
 */
function leadToShip(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const asksForPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (asksForPage && !aboardPaths.test(request.url)) return reply.redirect('/ship');
    return undefined;
  });
}

/**
 * The features of the program on the computer of a ship.
 *
 * @param all those of the academy's program.
 * @param academy how it is asked, and how parts of files are fetched from it.
 */
export function shipFeatures(
  all: readonly Feature[],
  clock: ShipClock,
  academy: { ask: AskAcademy; fetching: FetchPart },
): Feature[] {
  const { ask, fetching } = academy;
  const replaced: Call[] = [training.answerCheck, ...testCallsAboard];
  const box: Feature = {
    name: 'ship-box',
    open: ({ platform, app }) => {
      leadToShip(app);
      refuseOtherRoutes(app);
      const origin = openSecureOrigin(app, platform);
      return {
        routes: aboardRoutes(platform, clock, ask, origin),
        jobs: {
          [recordJob]: async () => {
            await writeRecords(platform, clock.session);
            await loadCourseFiles(platform);
          },
          // a ship is without a link for weeks: that is no failure, and the next try is near
          [contactJob]: async () => {
            if (!(await findBox(platform, platform.db))) return;
            try {
              const links = await contactAcademy(platform, clock, ask);
              await downloadCourseFiles(platform, links, fetching);
            } catch (error) {
              if (!(error instanceof AppError || error instanceof TypeError || error instanceof DOMException))
                throw error;
            }
          },
        },
      };
    },
    alone: [recordJob, contactJob],
    recurring: () => [
      { kind: recordJob, everyMinutes: 5 },
      { kind: contactJob, everyMinutes: 30 },
    ],
  };
  return [...all.map((feature) => aboard(feature, replaced)), box];
}
