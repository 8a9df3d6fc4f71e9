import { overview } from '@fairlead/contract/overview/calls';
import { home } from '@fairlead/contract/overview/home';
import type { Permission } from '@fairlead/contract/platform/permissions';
import { dayAt } from '../../platform/calendar.ts';
import { listWaitingDeletions } from '../../platform/deletions/mass-deletion.ts';
import { type Actor, requireConfirmed } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSecondFactorPutOff, getFeeSettings, leaveFirstStep } from '../academy/index.ts';
import { allowDeletion } from './allow-deletion.ts';
import { getFigures } from './figures/figures.ts';
import { find } from './find/find.ts';
import { getFirstSteps } from './first-steps/first-steps.ts';
import { getHome } from './home/home.ts';
import { getPerson } from './person/person.ts';
import { findWaiting, findWaitingMails, type WaitingKind } from './queries.ts';

/** The route for a learner's first page. */
export const homeRoutes = (platform: Platform) =>
  serve(home, { getHome: async ({ actor }) => ({ data: await getHome(platform, actor.accountId) }) });

/** Routes for pending items, each kind for the staff who decide it, and for a person's page. */
export const overviewRoutes = (platform: Platform) => {
  const { db, config, clock } = platform;
  const waiting = (kind: WaitingKind) => findWaiting(db, kind, dayAt(clock(), config.timeZone));
  const waitingDeletions = async () =>
    (await listWaitingDeletions(db)).map((one) => ({ ...one, since: one.since.toISOString() }));
  const ifAllowed = (actor: Actor, permission: Permission, kind: WaitingKind) =>
    actor.may(permission) ? waiting(kind) : null;
  return serve(overview, {
    getOverview: async ({ actor }) => ({
      data: {
        registrations: await ifAllowed(actor, 'people:approve', 'registrations'),
        requests: await ifAllowed(actor, 'enrolments:decide', 'requests'),
        identityChanges: await ifAllowed(actor, 'people:approve', 'identityChanges'),
        documentsToCheck: await ifAllowed(actor, 'people:approve', 'documentsToCheck'),
        heldCertificates: await ifAllowed(actor, 'certificates:read', 'heldCertificates'),
        paymentProofs: (await getFeeSettings(db)).isOn ? await ifAllowed(actor, 'fees:read', 'paymentProofs') : null,
        doubtfulPasses: await ifAllowed(actor, 'certificates:decide', 'doubtfulPasses'),
        logFlaws: await ifAllowed(actor, 'certificates:decide', 'logFlaws'),
        messages: await ifAllowed(actor, 'messages:answer', 'messages'),
        endingApprovals: actor.may('courses:all') ? await ifAllowed(actor, 'courses:edit', 'endingApprovals') : null,
        jobsGivenUp: await waiting('jobsGivenUp'),
        mailsReachNobody: config.mail.smtpUrl === undefined,
        mailsWait: await findWaitingMails(db, { withReason: actor.may('settings:edit') }),
        massDeletions: actor.may('settings:edit') ? await waitingDeletions() : null,
        secondFactorPutOff: actor.may('settings:edit')
          ? await findSecondFactorPutOff(db, dayAt(clock(), config.timeZone))
          : null,
        firstSteps: actor.may('settings:edit') ? await getFirstSteps(platform, actor.accountId) : null,
      },
    }),
    setStepLater: async ({ params: { step }, body: { later } }) => {
      await leaveFirstStep(platform, step, later);
      return { message: later ? 'Left for later.' : 'Taken up again.' };
    },
    allowDeletion: async ({ actor, params: { kind }, body: { waiting }, ip }) => {
      requireConfirmed(actor, clock());
      await allowDeletion(platform, { kind, waiting, actorId: actor.accountId, ip });
      return { message: 'The deletion has been allowed.' };
    },
    getFigures: async () => ({ data: await getFigures(db, dayAt(clock(), config.timeZone)) }),
    find: async ({ actor, query }) => ({ data: await find(platform, { text: query.q ?? '', actor }) }),
    getPerson: async ({ actor, params }) => ({ data: await getPerson(platform, { id: params.id, actor }) }),
  });
};
