import { coursePacks } from '@fairlead/contract/course-packs/calls';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { getCourse } from '../courses/index.ts';
import { requireApprovedEnrolment } from '../enrolments/index.ts';
import { listFileSizes } from './course-file.ts';
import { courseFilePath } from './course-file-routes.ts';
import { noSuchFile, type PieceDigests } from './digest-pieces.ts';
import { requireCourseFile } from './policy.ts';
import { findPack } from './queries.ts';
import { toCoursePack } from './wire.ts';

/** Routes for the files of a course that its learners take aboard. */
export const coursePackRoutes = (platform: Platform, digestsOf: PieceDigests) => {
  const { db, files } = platform;
  return serve(coursePacks, {
    get: async ({ actor, params: { id } }) => {
      const enrolment = await requireApprovedEnrolment(db, actor.accountId, id);
      return { data: toCoursePack(await getCourse(db, id), await findPack(db, enrolment), files) };
    },
    getDigests: async ({ actor, params: { id, file: name } }) => {
      const enrolment = await requireApprovedEnrolment(db, actor.accountId, id);
      const file = (await findPack(db, enrolment)).files.get(name);
      if (!file) throw noSuchFile();
      const [digests] = await digestsOf([file]);
      return { data: { bytes: file.sizeBytes, digests: digests?.toString('base64') ?? '' } };
    },
    listFiles: async ({ actor, params: { id } }) => {
      await requireCourseFile(db, actor, id);
      const sizes = await listFileSizes(platform, await getCourse(db, id));
      const holder = { account: actor.accountId };
      return { data: sizes.map((size) => ({ ...size, url: files.linkTo(courseFilePath(id, size.lines), holder) })) };
    },
  });
};
