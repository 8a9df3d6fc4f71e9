import { copyOfPerson, ownCopy } from '@fairlead/contract/personal-data/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { dayAt } from '../../platform/calendar.ts';
import { AppError } from '../../platform/errors.ts';
import { requireConfirmed } from '../../platform/http/access.ts';
import type { PersonalTable } from '../../platform/personal-data/personal-table.ts';
import type { Platform } from '../../platform/platform.ts';
import { networkOf } from '../../platform/request/network.ts';
import { requireOwner } from '../accounts/index.ts';
import { packCopy } from './pack-copy.ts';

type Proof = z.infer<typeof ownCopy.body>;

/**
 * Sends all data held about a person, to the person once they have confirmed their identity, and to staff who answer
 * their request.
 */
export function registerCopies(app: FastifyInstance, platform: Platform, tables: readonly PersonalTable[]): void {
  const { config, clock } = platform;
  const send = async (request: FastifyRequest, reply: FastifyReply, of: string | undefined) => {
    const { actor } = request;
    if (!actor) throw new AppError('not-signed-in', 'Please log in to go on.');
    const { accountId: actorId } = actor;
    const ip = networkOf(request.ip);
    if (of !== undefined) requireConfirmed(actor, clock());
    else await requireOwner(platform, { accountId: actorId, ip, ...(request.body as Proof) });
    const zip = await packCopy(platform, tables, { accountId: of ?? actorId, actorId, ip });
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="personal-data-${dayAt(clock(), config.timeZone)}.zip"`,
        'cache-control': 'no-store',
      })
      .send(zip);
  };
  app.route({
    method: ownCopy.method,
    url: `/api${ownCopy.path}`,
    config: { who: ownCopy.who },
    schema: { body: ownCopy.body },
    handler: (request, reply) => send(request, reply, undefined),
  });
  app.route({
    method: 'GET',
    exposeHeadRoute: false,
    url: `/api${copyOfPerson.path}`,
    config: { who: copyOfPerson.who },
    schema: { params: copyOfPerson.params },
    handler: (request, reply) => send(request, reply, (request.params as { id: string }).id),
  });
}
