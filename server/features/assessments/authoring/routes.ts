import { type Analysis, testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { idNames, toWire } from '@fairlead/contract/platform/names';
import { pageOf } from '../../../platform/db/pagination.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { courseScopeOf, requireInCourseScope } from '../../courses/index.ts';
import { countGuessed, countScoresAndTimes, listQuestionResults, listVersionResults } from '../analysis/queries.ts';
import { listFilmsOf } from '../film-queries.ts';
import type { Picture } from '../picture-queries.ts';
import { pictureLinks, toPicture } from '../picture-wire.ts';
import { requireTest } from '../policy.ts';
import { getAssessment, listQuestions } from '../queries.ts';
import { endings, holdsPictures, readQuestionFile, writeQuestionFile } from '../question-files/question-file.ts';
import { fromTestInput, toTest, toWrittenQuestion } from '../wire.ts';
import { listBank, listTopics } from './bank-queries.ts';
import { duplicateAssessment, editAssessment } from './edit-assessment.ts';
import { keepPicture } from './keep-picture.ts';
import { readPictures } from './read-pictures.ts';
import { requireOwnPictures } from './require-pictures.ts';
import { acceptGuessing, secureAllSettings, secureSettings } from './secure-settings.ts';
import { toAnalysis, toBankedQuestion } from './wire.ts';

/** Routes for authoring assessments: editing, copying, import and export of files, and analysis. */
export const authoringRoutes = (platform: Platform) => {
  const { db } = platform;
  const link = pictureLinks(platform.files);
  const getTest = async (id: string) => {
    const test = await getAssessment(db, id);
    return toTest(test, await listQuestions(db, [test.versionId]), link);
  };

  return serve(testAuthoring, {
    get: async ({ actor, params: { id } }) => {
      await requireTest(db, actor, id);
      return { data: await getTest(id) };
    },
    update: async ({ actor, params: { id }, body: { test, version: seen }, ip }) => {
      await requireTest(db, actor, id);
      const { courseId, ...input } = test;
      const before = await getAssessment(db, id);
      const version = fromTestInput(input, before);
      await requireOwnPictures(db, actor, version.questions);
      const edit = { assessmentId: id, courseId, version, seen };
      await editAssessment(platform, { ...edit, actorId: actor.accountId, ip });
      return { message: 'Test saved as a new version.', data: await getTest(id) };
    },
    duplicate: async ({ actor, params: { id }, ip }) => {
      await requireTest(db, actor, id);
      const copy = await duplicateAssessment(platform, { assessmentId: id, actorId: actor.accountId, ip });
      return { message: 'Test duplicated.', data: await getTest(copy) };
    },
    secure: async ({ actor, params: { id }, ip }) => {
      await requireTest(db, actor, id);
      await secureSettings(platform, { assessmentId: id, actorId: actor.accountId, ip });
      return { message: 'The test now has the recommended settings.', data: await getTest(id) };
    },
    secureAll: async ({ actor, ip }) => {
      const changed = await secureAllSettings(platform, {
        courseScope: courseScopeOf(actor),
        actorId: actor.accountId,
        ip,
      });
      const tests = changed === 1 ? '1 test now has' : `${changed} tests now have`;
      return { message: `${tests} the recommended settings.`, data: { changed } };
    },
    acceptGuessing: async ({ actor, params: { id }, ip }) => {
      await requireTest(db, actor, id);
      await acceptGuessing(platform, { assessmentId: id, actorId: actor.accountId, ip });
      return { message: 'The test has not changed.', data: await getTest(id) };
    },
    bank: async ({ actor, query }) => {
      const { rows, limit, total } = await listBank(db, courseScopeOf(actor), query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map((one) => toBankedQuestion(one, link)) }));
    },
    topics: async ({ actor, query: { course } }) => ({ data: await listTopics(db, courseScopeOf(actor), course) }),
    films: async ({ actor, query: { course } }) => {
      await requireInCourseScope(db, actor, course);
      return { data: toWire(idNames, await listFilmsOf(db, course)) };
    },
    readFile: async ({ files: { questions } }) => {
      const [file] = questions;
      if (!file)
        throw new AppError('invalid', 'Please choose a file', { fields: { questions: 'Please choose a file' } });
      return { data: await readQuestionFile(file) };
    },
    addPicture: async ({ actor, files: { picture } }) => ({
      data: toPicture(await keepPicture(platform, picture[0], actor.accountId), link),
    }),
    writeFile: async ({ actor, params: { id }, query: { format } }) => {
      await requireTest(db, actor, id);
      const { title, versionId } = await getAssessment(db, id);
      const questions = await listQuestions(db, [versionId]);
      const pictures = holdsPictures(format) ? await readPictures(platform, questions) : new Map<string, Uint8Array>();
      const bytesOf = (picture: Picture | null) => {
        const bytes = pictures.get(picture?.filename ?? '');
        return picture && bytes ? { name: picture.filename, bytes } : undefined;
      };
      const written = questions.map((question) => ({
        ...toWrittenQuestion(question, link),
        pictureBytes: bytesOf(question.picture),
        optionPictureBytes: question.optionPictures.map(bytesOf),
      }));
      const file = await writeQuestionFile({ format, title }, written);
      const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'test';
      return {
        data: { filename: `${name}.${endings[format]}`, ...file },
      };
    },
    analyse: async ({ actor, params: { id }, query: { version } }): Promise<{ data: Analysis }> => {
      await requireTest(db, actor, id);
      const which = { assessmentId: id, version };
      return {
        data: toAnalysis(await getAssessment(db, id), {
          versions: await listVersionResults(db, id),
          guessed: await countGuessed(db, which),
          ...(await countScoresAndTimes(db, which)),
          questions: await listQuestionResults(db, which),
          link,
        }),
      };
    },
  });
};
