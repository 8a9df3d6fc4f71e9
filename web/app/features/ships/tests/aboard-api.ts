import { testsAboard } from '@fairlead/contract/ships/tests-aboard';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { givenAnswers, paperQuery } from '../../assessments/taking/api.ts';
import type { HandingIn } from '../../assessments/taking/handing-in.ts';
import { refetchShip } from '../aboard-api.ts';

/** The tests of this ship, with how the paper of the person who is logged in stands. */
export const testsAboardQuery = queryOptions({
  queryKey: ['ship-aboard', 'tests'],
  queryFn: async () => (await call(testsAboard.list)).data,
});

/** Opens a test with the invigilator's code; returns the server's message. */
export async function openTest(id: string, code: string): Promise<string> {
  const { message } = await call(testsAboard.open, { params: { id }, body: { code } });
  // those of a test that was not open
  queryClient.removeQueries({ queryKey: ['paper'] });
  return message;
}

/** Aboard nothing is graded: the server's message is all that comes back. */
export const handedInAboard: HandingIn<string> = {
  submit: async (paper, answers) => {
    const { attempt, courseId } = paper;
    const { message } = await call(testsAboard.submit, {
      params: { id: attempt?.id ?? '' },
      body: { answers: givenAnswers(paper, answers) },
    });
    queryClient.removeQueries({ queryKey: paperQuery(courseId).queryKey });
    await refetchShip();
    return message;
  },
  over: { says: 'The answers that were saved in time are handed in.', button: 'Hand in' },
};
