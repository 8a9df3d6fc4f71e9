import { counter } from '@fairlead/contract/counter/calls';
import { requireAccess } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { chargeOf } from '../fees/index.ts';
import { enrolAtCounter } from './enrol-at-counter.ts';

/** Routes for walk-in people at the office. */
export const counterRoutes = (platform: Platform) =>
  serve(counter, {
    getCharge: async ({ params }) => ({ data: { chargePaise: await chargeOf(platform.db, params.id) } }),
    enrol: async ({ actor, body, ip }) => {
      if (body.newcomer) requireAccess('people:approve', actor);
      if (body.payment) requireAccess('fees:record', actor);
      const made = await enrolAtCounter(platform, { ...body, actorId: actor.accountId, ip });
      return { message: body.payment ? 'Enrolled, and the payment is recorded.' : 'Enrolled.', data: made };
    },
  });
