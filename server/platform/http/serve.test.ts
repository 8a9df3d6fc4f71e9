import type { Calls } from '@fairlead/contract/platform/call';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { mayLag } from '../db/replica-scope.ts';
import type { Actor } from './access.ts';
import { serve } from './serve.ts';

const calls = {
  old: { method: 'GET', path: '/old', who: 'anyone', mayLag: true, reply: z.boolean() },
  current: { method: 'GET', path: '/current', who: 'anyone', reply: z.boolean() },
} as const satisfies Calls;
const endpoints = serve(calls, { old: async () => mayLag(), current: async () => mayLag() });

/** Whether a call reads a replica for somebody. */
const lags = (name: keyof typeof calls, role?: Actor['role']) =>
  endpoints
    .find((one) => one.name === name)
    ?.handle({
      actor: role ? ({ role } as Actor) : null,
      params: undefined,
      query: undefined,
      body: undefined,
      files: undefined,
      ip: '203.0.113.9',
      userAgent: undefined,
    });

test('only a call that may lag reads a replica, and never for a learner, who looks for their own', async () => {
  expect(await Promise.all([lags('old'), lags('old', 'registrar'), lags('old', 'learner')])).toEqual([
    true,
    true,
    false,
  ]);
  expect(await Promise.all([lags('current'), lags('current', 'registrar')])).toEqual([false, false]);
});
