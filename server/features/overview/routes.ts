import { overview } from '@fairlead/contract/overview/calls';
import { home } from '@fairlead/contract/overview/home';
import type { Permission } from '@fairlead/contract/platform/permissions';
import { dayAt } from '../../platform/calendar.ts';
import { type Actor, requireConfirmed } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  findSecondFactorPutOff,
  getAcademy,
  getFeeSettings,
  getFirstStepsSettings,
  leaveFirstStep,
} from '../academy/index.ts';
import { allowDeletion } from './allow-deletion.ts';
import { getFigures } from './figures/figures.ts';
import { find } from './find/find.ts';
import { contentAsJson, getFirstSteps } from './first-steps/first-steps.ts';
import { getHome } from './home/home.ts';
import { getPerson } from './person/person.ts';
import { readOverview, type WaitingKind } from './queries.ts';
import { findNightFaults } from './report-night.ts';

/** The kinds of pending items, each with the permission of those who decide it; null for all staff. */
const decidedWith: Record<WaitingKind, Permission | null> = {
  registrations: 'people:approve',
  requests: 'enrolments:decide',
  identityChanges: 'people:approve',
  documentsToCheck: 'people:approve',
  heldCertificates: 'certificates:read',
  paymentProofs: 'fees:read',
  doubtfulPasses: 'certificates:decide',
  logFlaws: 'certificates:decide',
  messages: 'messages:answer',
  endingApprovals: 'courses:edit',
  playbackSpeeds: 'courses:edit',
  jobsGivenUp: null,
};
/** Only for those who work on all courses; others see it on each of theirs. */
const ofAllCourses: readonly WaitingKind[] = ['endingApprovals', 'playbackSpeeds'];
const allKinds = Object.keys(decidedWith) as WaitingKind[];
const notDecided = Object.fromEntries(allKinds.map((kind) => [kind, null]));

/** The route for a learner's first page. */
export const homeRoutes = (platform: Platform) =>
  serve(home, { getHome: async ({ actor }) => ({ data: await getHome(platform, actor.accountId) }) });

/** Routes for pending items, each kind for the staff who decide it, and for a person's page. */
export const overviewRoutes = (platform: Platform) => {
  const { db, config, clock } = platform;
  const kindsFor = async ({ may }: Actor): Promise<WaitingKind[]> => {
    const { isOn: hasFees } = await getFeeSettings(db);
    return allKinds.filter((kind) => {
      const permission = decidedWith[kind];
      if (permission !== null && !may(permission)) return false;
      return kind === 'paymentProofs' ? hasFees : !ofAllCourses.includes(kind) || may('courses:all');
    });
  };
  return serve(overview, {
    getOverview: async ({ actor }) => {
      const isAdministrator = actor.may('settings:edit');
      const today = dayAt(clock(), config.timeZone);
      const administrators = isAdministrator ? { firstSteps: contentAsJson(actor.accountId) } : undefined;
      const found = await readOverview(db, { kinds: await kindsFor(actor), today, now: clock() }, administrators);
      const { mailsWait, massDeletions, firstSteps, waiting } = found;
      const instant = (time: string) => new Date(time).toISOString();
      return {
        data: {
          ...notDecided,
          ...waiting,
          mailsReachNobody: !(await getAcademy(db, config)).sendsEmail,
          mailsWait: mailsWait && {
            since: instant(mailsWait.since),
            reason: isAdministrator ? (mailsWait.error ?? '').replace(/^Away: /, '') : null,
          },
          massDeletions: massDeletions?.map((one) => ({ ...one, since: instant(one.since) })) ?? null,
          secondFactorPutOff: isAdministrator ? await findSecondFactorPutOff(db, today) : null,
          night: isAdministrator ? await findNightFaults(platform) : null,
          firstSteps: firstSteps && (await getFirstSteps(platform, firstSteps)),
          hasSampleCourse: isAdministrator && (await getFirstStepsSettings(db)).sampleCourse === 'added',
        },
      };
    },
    setStepLater: async ({ actor, params: { step }, body: { later }, ip }) => {
      await leaveFirstStep(platform, { step, later, actorId: actor.accountId, ip });
      return { message: later ? 'Left for later.' : 'Taken up again.' };
    },
    allowDeletion: async ({ actor, params: { kind }, body: { waiting }, ip }) => {
      requireConfirmed(actor, clock());
      await allowDeletion(platform, { kind, waiting, actorId: actor.accountId, ip });
      return { message: 'The deletion has been allowed.' };
    },
    getFigures: async () => ({ data: await getFigures(platform, dayAt(clock(), config.timeZone)) }),
    find: async ({ actor, query }) => ({ data: await find(platform, { text: query.q ?? '', actor }) }),
    getPerson: async ({ actor, params }) => ({ data: await getPerson(platform, { id: params.id, actor }) }),
  });
};
