import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

/** The number of published assessments that can be guessed, up to 1,000. */
export const guessableCountQuery = queryOptions({
  queryKey: ['tests', 'guessable'],
  queryFn: async () => {
    const { total } = await callPage(assessments.list, { query: { guessing: 'possible', limit: 1 } });
    return Number.parseInt(total ?? '0', 10);
  },
});

/** Waits for a change to assessments, and invalidates them; returns the server's message. */
async function changed(change: Promise<{ message: string }>): Promise<string> {
  const { message } = await change;
  await queryClient.invalidateQueries({ queryKey: ['tests'] });
  return message;
}

export const secureSettings = (id: string) => changed(call(testAuthoring.secure, { params: { id } }));
export const secureAllSettings = () => changed(call(testAuthoring.secureAll));
export const acceptGuessing = (id: string) => changed(call(testAuthoring.acceptGuessing, { params: { id } }));
