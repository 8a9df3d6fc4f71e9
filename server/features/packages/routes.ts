import { packages } from '@fairlead/contract/packages/calls';
import type { ResumableUploads } from '../../platform/files/resumable-uploads.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { fullName, getAccount } from '../accounts/index.ts';
import { requireInCourseScope } from '../courses/index.ts';
import { requireFilm } from '../training/index.ts';
import { addPackage, previewPackage, replacePackage } from './add-package.ts';
import { commitState } from './commit-state.ts';
import { contentLinks } from './content/content-links.ts';
import { openPackage, readState } from './open-package.ts';
import {
  countInOlderVersions,
  findNewestVersion,
  findPackage,
  findSizes,
  listAnswers,
  noSuchPackage,
} from './queries.ts';
import { setMinutes } from './set-minutes.ts';

/** Routes for packages, from the upload to what they store for their learners. */
export const packageRoutes = (platform: Platform, uploads: ResumableUploads) => {
  const { db } = platform;
  const links = contentLinks(platform);

  return serve(packages, {
    preview: async ({ actor, body }) => {
      const { manifest, files, bytes } = await previewPackage(platform, uploads, { ...body, actorId: actor.accountId });
      return { data: { ...manifest, files, bytes } };
    },
    add: async ({ actor, body, ip }) => {
      await requireInCourseScope(db, actor, body.courseId);
      const _id = await addPackage(platform, uploads, { ...body, actorId: actor.accountId, ip });
      return { message: 'Package added.', data: { _id } };
    },
    get: async ({ actor, params: { id } }) => {
      await requireFilm(db, actor, id);
      const item = await findPackage(db, id);
      if (!item) throw noSuchPackage();
      const version = await findNewestVersion(db, id);
      const url = links.pageOf({ accountId: actor.accountId, enrolmentId: undefined, versionId: version.id });
      return {
        data: {
          ...version.manifest,
          ...(await findSizes(db, version.id)),
          _id: id,
          courseId: item.courseId,
          title: item.title,
          minutes: Math.round(item.durationSeconds / 60),
          number: version.number,
          inOlderVersions: await countInOlderVersions(db, id, version.id),
          url,
        },
      };
    },
    answers: async ({ actor, params: { id } }) => {
      await requireFilm(db, actor, id);
      if (!(await findPackage(db, id))) throw noSuchPackage();
      const { items } = (await findNewestVersion(db, id)).manifest;
      const { learners, questions } = await listAnswers(db, id);
      const titles = new Map(items.map((item) => [item.id, item.title]));
      const named = questions.map(({ itemId, ...question }) => ({ ...question, item: titles.get(itemId) ?? itemId }));
      return { data: { learners, questions: named } };
    },
    replace: async ({ actor, params: { id }, body, ip }) => {
      await requireFilm(db, actor, id);
      await replacePackage(platform, uploads, { id, ...body, actorId: actor.accountId, ip });
      return { message: 'New version saved. Learners who have begun finish the old one.', data: { _id: id } };
    },
    setMinutes: async ({ actor, params: { id }, body, ip }) => {
      await requireFilm(db, actor, id);
      await setMinutes(platform, { id, ...body, actorId: actor.accountId, ip });
      return { message: 'Minimum time saved.' };
    },
    open: async ({ actor: { accountId }, params: { id } }) => {
      const { enrolmentId, versionId, ...opened } = await openPackage(platform, { accountId, id });
      const url = links.pageOf({ accountId, enrolmentId, versionId });
      const name = fullName(await getAccount(db, accountId));
      return { data: { ...opened, _id: id, url, learner: { id: enrolmentId, name } } };
    },
    readState: async ({ actor: { accountId }, params: { id }, query: { itemId } }) => ({
      data: await readState(platform, { accountId, id, itemId }),
    }),
    commit: async ({ actor, params: { id }, body }) => ({
      data: await commitState(platform, { accountId: actor.accountId, id, ...body }),
    }),
  });
};
