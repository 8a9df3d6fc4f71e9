import { shipTests } from '@fairlead/contract/ships/tests';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** The tests that were released to a ship. */
export const shipTestsQuery = (id: string) =>
  queryOptions({
    queryKey: ['ships', 'tests', id],
    queryFn: async () => (await call(shipTests.list, { params: { id } })).data,
  });

/** Releases the test of a course; returns the invigilator's code, which is not shown again. */
export const releaseTest = async (
  id: string,
  body: { courseId: string; opensAt: string; closesAt: string },
): Promise<{ title: string; code: string }> => {
  const { test, code } = (await call(shipTests.release, { params: { id }, body })).data;
  return { title: test.title, code };
};

export const withdrawTest = async (id: string, test: string): Promise<string> =>
  (await call(shipTests.withdraw, { params: { id, test } })).message;
