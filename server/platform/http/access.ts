import type { Call, Who } from '@fairlead/contract/call';
import { allows, type Permission, type Role } from '@fairlead/contract/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '../../errors.ts';

/** Who is asking, as the session behind the bearer token says it now. */
export type Actor = {
  accountId: string;
  sessionId: string;
  role: Role;
  may: (permission: Permission) => boolean;
};

export const actorOf = (accountId: string, sessionId: string, role: Role): Actor => ({
  accountId,
  sessionId,
  role,
  may: (permission) => allows(role, permission),
});

/** Finds the live session behind an access token; undefined when there is none, or it has ended. */
export type FindActor = (accessToken: string) => Promise<Actor | undefined>;

/** A registered route with who may use it: the rows of the access map. */
export type RouteAccess = { method: string; url: string; who: readonly Who[] };

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the running program, in the order of registration. */
    accessMap: RouteAccess[];
  }
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    who?: Who | readonly Who[];
    /** The call of the contract that the route answers, when it is one. */
    call?: Call;
  }
}

function isAllowed(who: Who, actor: Actor): boolean {
  if (who === 'anyone' || who === 'signed-in') return true;
  if (who === 'learner') return actor.role === 'learner';
  return actor.may(who);
}

/**
 * Decides access from a route's `who` alone.
 *
 * @throws AppError `not-signed-in` without a live session, `forbidden` for one that may not.
 */
export function demand(who: Who | readonly Who[], actor: Actor | null): void {
  const any: readonly Who[] = typeof who === 'string' ? [who] : who;
  if (any.includes('anyone')) return;
  if (!actor) throw new AppError('not-signed-in', 'Please log in to go on.');
  if (!any.some((one) => isAllowed(one, actor))) {
    throw new AppError('forbidden', 'Your account may not do this.');
  }
}

const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Makes every route state who may call it, and holds each request against that before its content type or body
 * is looked at. A route that states nothing stops the start.
 */
export function guardAccess(app: FastifyInstance, findActor: FindActor): void {
  app.decorateRequest('actor', null);
  app.decorate('accessMap', []);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.who) throw new Error(`Route ${String(method)} ${url} does not say who may call it`);
    const who = typeof config.who === 'string' ? [config.who] : config.who;
    for (const one of [method].flat()) app.accessMap.push({ method: one, url, who });
  });
  app.addHook('onRequest', async (request) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (token) request.actor = (await findActor(token)) ?? null;
    // The not-found handler has no route of its own, and nothing to protect.
    const { who } = request.routeOptions.config;
    if (who) demand(who, request.actor);
  });
}

/** Registers what is not a call of the contract (files, pages, health); it too must say who may ask. */
export function registerRaw(
  app: FastifyInstance,
  route: {
    method: HTTPMethods | HTTPMethods[];
    url: string;
    who: Who | readonly Who[];
    handler: (request: FastifyRequest, reply: FastifyReply) => unknown;
  },
): void {
  const { who, ...rest } = route;
  app.route({ ...rest, config: { who } });
}
