import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { testsAboard } from '@fairlead/contract/ships/tests-aboard';
import { type Endpoint, serve } from '../../../../platform/http/serve.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { listTestsAboard } from './list-tests.ts';
import { OpenedTests } from './opened-tests.ts';
import { openTest, type Room, saveAboard, sitTest, submitAboard } from './sit-test.ts';

const { getPaper } = assessments;
const { start, save } = attempts;

/** The calls of any test that the computer of a ship answers itself, from test papers that are sealed there. */
export const testCallsAboard = [getPaper, start, save] as const;

/** Calls for tests on the phones aboard. */
export const testRoutesAboard = (platform: Platform): Endpoint[] => {
  const room: Room = { ...platform, opened: new OpenedTests() };
  return [
    ...serve(testsAboard, {
      list: async ({ actor }) => ({ data: await listTestsAboard(room, actor.accountId) }),
      open: async ({ actor, params, body }) => {
        await openTest(room, { accountId: actor.accountId, testId: params.id, ...body });
        return { message: 'The test is open. Everybody with a paper can start now.' };
      },
      submit: async ({ actor, params, body }) => {
        const isInTime = await submitAboard(room, { accountId: actor.accountId, paperId: params.id, ...body });
        return {
          message: isInTime
            ? 'Handed in. The academy grades it after the next contact.'
            : 'The time was over. What was saved until then is handed in; the academy grades it after the next contact.',
        };
      },
    }),
    ...serve(
      { getPaper, start, save },
      {
        getPaper: async ({ actor, params }) => ({
          data: [await sitTest(room, { accountId: actor.accountId, courseId: params.courseId, start: false })],
        }),
        start: async ({ actor, params }) => ({
          data: await sitTest(room, { accountId: actor.accountId, courseId: params.courseId, start: true }),
        }),
        save: async ({ actor, params, body }) => ({
          data: await saveAboard(room, { accountId: actor.accountId, paperId: params.id, ...body }),
        }),
      },
    ),
  ];
};
