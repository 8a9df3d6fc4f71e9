import { coursePacks } from '@fairlead/contract/course-packs';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { getCourse } from '../courses/queries.ts';
import { demandApprovedEnrolment } from '../enrolments/policy.ts';
import { noSuchFile, pieceDigests } from './digest-pieces.ts';
import { findPack } from './queries.ts';
import { toCoursePack } from './wire.ts';

/** Routes for the files of a course that its learners take aboard. */
export const coursePackRoutes = (platform: Platform) => {
  const { db, files } = platform;
  const digestsOf = pieceDigests(platform);
  return serve(coursePacks, {
    get: async ({ actor, params: { id } }) => {
      const enrolment = await demandApprovedEnrolment(db, actor.accountId, id);
      return { data: toCoursePack(await getCourse(db, id), await findPack(db, enrolment), files) };
    },
    getDigests: async ({ actor, params: { id, file: name } }) => {
      const enrolment = await demandApprovedEnrolment(db, actor.accountId, id);
      const file = (await findPack(db, enrolment)).files.get(name);
      if (!file) throw noSuchFile();
      return { data: { bytes: file.sizeBytes, digests: (await digestsOf(file)).toString('base64') } };
    },
  });
};
