import {
  coursePreview,
  type PreviewResult,
  sampleCourseId,
  sampleFilms,
} from '@fairlead/contract/course-preview/calls';
import { queryOptions } from '@tanstack/react-query';
import { call, downloadFile } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { givenAnswers } from '../assessments/taking/api.ts';
import { type Paper, paperOf } from '../assessments/wire.ts';
import { courseOf } from '../courses/wire.ts';
import { trainingSetOf } from '../training/wire.ts';

/** What is read again would be another paper below the answers, and another file below a film that plays. */
const keptWhileShown = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** A course as its learners will see it; a draft changes meanwhile, so it is read again whenever it is opened. */
export const previewQuery = (id: string) =>
  queryOptions({ queryKey: ['course-preview', id], queryFn: () => readPreview(id), staleTime: 0, ...keptWhileShown });

/** Reads it again, with a new paper of its test. */
export const readPreviewAgain = (id: string) => queryClient.fetchQuery(previewQuery(id));

async function readPreview(id: string) {
  const { course, training, test } = (await call(coursePreview.get, { params: { id } })).data;
  return {
    course: courseOf(course),
    films: training ? trainingSetOf(training).films : [],
    test: test && { ...test, paper: paperOf(test.paper) },
  };
}
export type Preview = Awaited<ReturnType<typeof readPreview>>;

/** The picture of the specimen. */
export const specimenQuery = (id: string) =>
  queryOptions({
    queryKey: ['course-preview', id, 'specimen'],
    queryFn: async () => (await downloadFile(coursePreview.getSpecimen, { params: { id } }, 'specimen.webp')).file,
    staleTime: 0,
    ...keptWhileShown,
  });

/** The video of the sample course at a place; those of other courses have links. */
export const sampleFilmQuery = (serial: number) =>
  queryOptions({
    queryKey: ['course-preview', sampleCourseId, 'film', serial],
    queryFn: async () => {
      const place = sampleFilms.find((one) => Number(one) === serial) ?? sampleFilms[0];
      const content = { params: { serial: place } };
      return (await downloadFile(coursePreview.getSampleFilm, content, `${place}.mp4`)).file;
    },
    ...keptWhileShown,
  });

/** What a learner would have reached with these answers, by question. */
export async function gradeAnswers(paper: Paper, answers: Iterable<readonly [string, string]>): Promise<PreviewResult> {
  const body = { answers: givenAnswers(paper, answers) };
  return (await call(coursePreview.grade, { params: { id: paper.courseId }, body })).data;
}
