import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { tooFew } from '../../assessments/percent.ts';
import { batchOf } from '../../batches/staff-wire.ts';
import { courseOf } from '../../courses/wire.ts';

/** Of how many tests the answers are read, and how many questions and batches are shown. */
const most = 5;

const batchesThatAre = async (phase: 'running' | 'upcoming') =>
  (await call(batches.list, { query: { teaching: 'me', phase, sort: 'firstDay' } })).data
    .map(batchOf)
    .filter(({ state }) => state !== 'cancelled');

/**
 * The questions of published tests that were answered wrong most often, of those that ten test papers or more asked.
 */
async function listFailing() {
  const { data: tests } = await call(assessments.listPublished, { query: {} });
  const read = tests.slice(0, most).map(async ({ _id: testId }) => {
    const { data } = await call(testAuthoring.analyse, { params: { id: testId }, query: {} });
    return data.questions
      .filter(({ asked }) => !tooFew(asked))
      .map(({ questionText: text, asked, right }) => ({ testId, course: data.courseTitle, text, asked, right }));
  });
  return (await Promise.all(read))
    .flat()
    .filter(({ asked, right }) => right < asked)
    .toSorted((a, b) => a.right / a.asked - b.right / b.asked)
    .slice(0, most);
}

/** What an instructor's day begins with: their courses, the batches that they teach, and questions that fail most. */
export const teachingQuery = queryOptions({
  queryKey: ['teaching'],
  queryFn: async () => {
    const [own, running, upcoming, failing] = await Promise.all([
      call(courses.list, { query: {} }),
      batchesThatAre('running'),
      batchesThatAre('upcoming'),
      listFailing(),
    ]);
    return { courses: own.data.map(courseOf), running, next: upcoming[0], failing };
  },
});
