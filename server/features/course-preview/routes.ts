import { coursePreview, sampleCourseId } from '@fairlead/contract/course-preview/calls';
import { dayAt } from '../../platform/calendar.ts';
import { notFound } from '../../platform/errors.ts';
import { Attachment, serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { setSampleCourse } from '../academy/index.ts';
import { gradePreview, paperToPreview, pictureLinks } from '../assessments/index.ts';
import { drawSpecimen, type SpecimenPress } from '../certificates/index.ts';
import { previewOf } from './preview-of.ts';
import { readSampleFilm } from './sample-course.ts';

/** Routes for courses as their learners will see them, and for the sample course. Nothing of a preview is stored. */
export const coursePreviewRoutes = (platform: Platform, press: SpecimenPress) => {
  const { clock, config, files } = platform;
  return serve(coursePreview, {
    get: async ({ actor, params: { id } }) => {
      const { course, training, test } = await previewOf(platform, actor, id);
      const shown = test && paperToPreview(test, pictureLinks(files), clock());
      return { data: { course, training: training ?? null, test: shown ?? null } };
    },
    grade: async ({ actor, params: { id }, body: { answers } }) => {
      const { test } = await previewOf(platform, actor, id);
      if (!test) throw notFound('This course has no test.');
      return { data: gradePreview(test, answers) };
    },
    getSpecimen: async ({ actor, params: { id } }) => {
      const { course } = await previewOf(platform, actor, id);
      const today = dayAt(clock(), config.timeZone);
      const picture = await drawSpecimen(platform, press, { course, today, reader: actor.accountId });
      return new Attachment(picture, 'image/webp');
    },
    addSample: async ({ actor, ip }) => {
      await setSampleCourse(platform, { to: 'added', actorId: actor.accountId, ip });
      return { message: 'Sample course added.' };
    },
    getSampleFilm: async ({ actor, params: { serial } }) => {
      await previewOf(platform, actor, sampleCourseId);
      return new Attachment(await readSampleFilm(serial), 'video/mp4');
    },
    removeSample: async ({ actor, ip }) => {
      await setSampleCourse(platform, { to: 'removed', actorId: actor.accountId, ip });
      return { message: 'Sample course removed.' };
    },
  });
};
