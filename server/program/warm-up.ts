import { accounts } from '@fairlead/contract/accounts/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { home } from '@fairlead/contract/overview/home';
import type { Call } from '@fairlead/contract/platform/call';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import type { Db } from '../platform/db/database.ts';
import { Page } from '../platform/db/pagination.ts';
import { actorOf } from '../platform/http/access.ts';
import type { Endpoint } from '../platform/http/serve.ts';
import { withOrigin } from '../platform/request/request-origin.ts';

/** The calls that most people make first after a start. They only read. */
const ofLearners: readonly Call[] = [home.getHome, enrolments.listOwnStandings, enrolments.listOwn, courses.listActive];
const ofStaff: readonly Call[] = [enrolments.listPending, accounts.listApproved, seafarers.listProfiles];
const pages = ['/', '/courses', '/login'];

type Dependencies = { app: FastifyInstance; db: Db; endpoints: readonly Endpoint[] };

/**
 * Makes the most frequent calls itself and discards the responses, until a time is over: code that has never run costs
 * twice as much for its first thousand calls. Public pages are rendered, and so are in their cache. What fails here
 * would fail for people, too, and is reported there.
 *
 * @param milliseconds how long it may take.
 */
export async function warmUp({ app, db, endpoints }: Dependencies, milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  const handlerOf = new Map(endpoints.map(({ call, handle }) => [call, handle]));
  const newest = (role: 'learner' | 'admin') =>
    db.selectFrom('account').select('id').where('role', '=', role).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const answer = async (call: Call, role: 'learner' | 'admin', accountId: string) => {
    const handle = handlerOf.get(call);
    if (!handle) throw new Error(`Nothing handles ${call.method} ${call.path}`);
    const actor = actorOf({ accountId, sessionId: '', role });
    const query = call.query ? z.parse(call.query, {}) : undefined;
    const request = {
      actor,
      query,
      params: undefined,
      body: undefined,
      files: undefined,
      ip: '',
      userAgent: undefined,
    };
    const outcome = await withOrigin({ accountId, ip: '', device: null }, () => handle(request));
    JSON.stringify(z.encode(call.reply, (outcome instanceof Page ? outcome.body : outcome) as never));
  };
  try {
    for (const url of pages) if (performance.now() < until) await app.inject({ url });
    const [learner, admin] = [await newest('learner'), await newest('admin')];
    while ((learner || admin) && performance.now() < until) {
      if (learner) for (const call of ofLearners) await answer(call, 'learner', learner.id);
      if (admin) for (const call of ofStaff) await answer(call, 'admin', admin.id);
    }
  } catch (error) {
    app.log.warn({ err: error }, 'the program goes on without having warmed up');
  }
}
