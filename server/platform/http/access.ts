import type { Call, Who } from '@fairlead/contract/platform/call';
import { allows, type Permission, type Role } from '@fairlead/contract/platform/permissions';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '../errors.ts';

/** The signed-in person, from the current state of the session behind the bearer token. */
export type Actor = {
  accountId: string;
  sessionId: string;
  role: Role;
  mustSetUp: boolean;
  /** When they last completed all login steps: at login, or by a later confirmation. */
  confirmedAt: Date;
  may: (permission: Permission) => boolean;
};

type Bearer = Pick<Actor, 'accountId' | 'sessionId' | 'role'> & Partial<Pick<Actor, 'mustSetUp' | 'confirmedAt'>>;

/**
 * @param mustSetUp whether they have to set up a second factor before they may do anything else as staff.
 * @param confirmedAt long ago when not given.
 */
export const actorOf = ({
  accountId,
  sessionId,
  role,
  mustSetUp = false,
  confirmedAt = new Date(0),
}: Bearer): Actor => ({
  accountId,
  sessionId,
  role,
  mustSetUp,
  confirmedAt,
  may: (permission) => allows(role, permission) && (!mustSetUp || permission === 'staff:protect'),
});

/** Finds the active session for an access token; undefined when there is none, or it has ended. */
export type FindActor = (accessToken: string) => Promise<Actor | undefined>;

/** A registered route and who may use it; a row of the access map. */
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
    /** The contract call that the route implements, if any. */
    call?: Call;
  }
}

function isAllowed(who: Who, actor: Actor): boolean {
  if (who === 'anyone' || who === 'signed-in') return true;
  if (who === 'learner') return actor.role === 'learner';
  return actor.may(who);
}

/**
 * Checks access by a route's `who` alone.
 *
 * @throws AppError `not-signed-in` without an active session, `forbidden` for a person without access,
 *   `set-up-second-factor` for one who has access only after setting up a second factor.
 */
export function requireAccess(who: Who | readonly Who[], actor: Actor | null): void {
  const any: readonly Who[] = typeof who === 'string' ? [who] : who;
  if (any.includes('anyone')) return;
  if (!actor) throw new AppError('not-signed-in', 'Please log in to go on.');
  if (!any.some((one) => isAllowed(one, actor))) {
    if (actor.mustSetUp) throw new AppError('set-up-second-factor', 'Please set up your second factor first.');
    throw new AppError('forbidden', 'Your account is not allowed to do this.');
  }
}

/** How long a login or a later confirmation stays valid for operations that require a recent one, in minutes. */
const confirmedMinutes = 10;

/**
 * Requires a login or a confirmation within the last minutes: a device that was left unlocked, or a stolen token, must
 * not be enough. When this refuses, the web app asks for the password and repeats the call.
 *
 * @throws AppError `confirm-password`.
 */
export function requireConfirmed({ confirmedAt }: Pick<Actor, 'confirmedAt'>, now: Date): void {
  const minutesAgo = (now.getTime() - confirmedAt.getTime()) / 60_000;
  if (minutesAgo > confirmedMinutes) throw new AppError('confirm-password', 'Please confirm that it is you.');
}

const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Requires every route to declare who may call it, and checks each request against that before its content type or body
 * is read. The server does not start if a route declares nothing.
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
    // The not-found handler is not a route, and has nothing to protect.
    const { who } = request.routeOptions.config;
    if (who) requireAccess(who, request.actor);
  });
}

/** Registers a route that is not a contract call (files, pages, health). It must declare who may use it, too. */
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
