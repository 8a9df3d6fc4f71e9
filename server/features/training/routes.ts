import { training } from '@fairlead/contract/training/calls';
import { dayAt } from '../../platform/calendar.ts';
import { pageOf } from '../../platform/db/pagination.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import { keptHours, type ResumableUploads } from '../../platform/files/resumable-uploads.ts';
import { requireAccess } from '../../platform/http/access.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { canSeeCourse, courseScopeOf, getCourse, noSuchCourse, requireInCourseScope } from '../courses/index.ts';
import { listProgress, toProgress, toState } from '../enrolments/index.ts';
import { markAttendance } from './attendance/mark-attendance.ts';
import { noSuchOpenFilm } from './film-queries.ts';
import { addUploadedFilms, replaceByUploadedFilm } from './films/add-uploaded-films.ts';
import { listChecks, saveChecks } from './films/film-checks.ts';
import { attachText, removeText } from './films/film-texts.ts';
import { openToVisitors } from './films/open-to-visitors.ts';
import { removeFilm } from './films/remove-film.ts';
import { renameFilm } from './films/rename-film.ts';
import { reorderFilms } from './films/reorder-films.ts';
import { replaceFilm } from './films/replace-film.ts';
import { uploadFilms } from './films/upload-films.ts';
import { type LearnerRow, listLearners } from './learner-queries.ts';
import { requireEnrolment, requireFilm, requireTraining } from './policy.ts';
import { presentTrainingOf } from './present-training.ts';
import { findOpenFilm, findTraining, listFilms, listPublicFilms, listTraining } from './queries.ts';
import { getWatchRecord } from './watch-record.ts';
import { answerCheck } from './watching/answer-check.ts';
import { openTraining } from './watching/open-training.ts';
import { takeReports } from './watching/report-progress.ts';
import { submitTraining } from './watching/submit-training.ts';
import {
  type LinkFilm,
  toCourseLearner,
  toLearnerTraining,
  toListedFilm,
  toOpenFilm,
  toStaffTraining,
} from './wire.ts';

/** Limit on openings of films by visitors of one IP address, which may be that of a whole ship. */
const visits = { max: 600, seconds: 15 * 60 };

/** Routes for films and their watch records, from upload to the submitted training. */
export const trainingRoutes = (platform: Platform, uploads: ResumableUploads) => {
  const { db, files } = platform;
  const report = takeReports(platform);
  const { timeZone } = platform.config;
  const link: LinkFilm = (filename) => files.link('trainingVideo', filename);
  const linkForVisitors: LinkFilm = (filename) => files.link('trainingVideo', filename, { holder: { visitor: true } });

  const presentTraining = async (id: string) =>
    toStaffTraining(await getTraining(platform, id), await listFilms(db, [id]), link);

  return serve(training, {
    getUploadBounds: async () => ({
      data: { maxFileBytes: uploads.bounds.maxFileBytes, freeBytes: await uploads.freeBytes(), keptHours },
    }),
    addUploaded: async ({ actor, body, ip }) => {
      await requireInCourseScope(db, actor, body.courseId);
      const id = await addUploadedFilms(platform, uploads, { ...body, actorId: actor.accountId, ip });
      return { message: 'Training videos uploaded successfully.', data: await presentTraining(id) };
    },
    replaceFilmByUploaded: async ({ actor, params, body, ip }) => {
      await requireFilm(db, actor, params.id);
      const action = { filmId: params.id, ...body, actorId: actor.accountId, ip };
      const setId = await replaceByUploadedFilm(platform, uploads, action);
      return { message: 'Video replaced.', data: await presentTraining(setId) };
    },
    upload: async ({ actor, body, files: received, ip }) => {
      await requireInCourseScope(db, actor, body.courseId);
      const films = received.trainingVideo;
      const id = await uploadFilms(platform, { ...body, films, actorId: actor.accountId, ip });
      return {
        message: 'Training videos uploaded successfully.',
        data: await presentTraining(id),
      };
    },
    list: async ({ actor, query }) => {
      const { rows, limit, total } = await listTraining(db, courseScopeOf(actor), query);
      const films =
        rows.length > 0
          ? await listFilms(
              db,
              rows.map(({ id }) => id),
            )
          : [];
      const filmsOf = Map.groupBy(films, ({ setId }) => setId);
      return pageOf(rows, limit, total, (page) => ({
        data: page.map((set) => toStaffTraining(set, filmsOf.get(set.id) ?? [], link)),
      }));
    },
    getForCourse: async ({ actor, params: { courseId } }) => {
      if (actor.may('training:read')) {
        await requireInCourseScope(db, actor, courseId);
        const training = await presentTrainingOf(platform, courseId);
        return { data: training ? [training] : [] };
      }
      const opened = await openTraining(platform, { accountId: actor.accountId, courseId });
      return { data: opened ? [toLearnerTraining(opened, opened.films, link)] : [] };
    },
    listTitles: async ({ actor, params: { courseId } }) => {
      if (!(await canSeeCourse(db, actor, await getCourse(db, courseId)))) throw noSuchCourse();
      return { data: (await listPublicFilms(db, courseId)).map(toListedFilm) };
    },
    getOpenFilm: async ({ params, ip }) => {
      await consume(db, { key: `open-film:${ip}`, ...visits }, platform.clock());
      const film = await findOpenFilm(db, params);
      if (!film) throw noSuchOpenFilm();
      return { data: toOpenFilm(film, linkForVisitors) };
    },
    openToVisitors: async ({ actor, params, body, ip }) => {
      await requireFilm(db, actor, params.id);
      const setId = await openToVisitors(platform, { filmId: params.id, ...body, actorId: actor.accountId, ip });
      const message = body.open ? 'Visitors can watch this video now.' : 'Visitors cannot watch this video any more.';
      return { message, data: await presentTraining(setId) };
    },
    renameFilm: async ({ actor, params, body, ip }) => {
      await requireFilm(db, actor, params.id);
      const setId = await renameFilm(platform, { filmId: params.id, ...body, actorId: actor.accountId, ip });
      return { message: 'Renamed.', data: await presentTraining(setId) };
    },
    replaceFilm: async ({ actor, params, files: { film }, ip }) => {
      await requireFilm(db, actor, params.id);
      const action = { filmId: params.id, film: film[0], actorId: actor.accountId, ip };
      const setId = await replaceFilm(platform, action);
      return { message: 'Video replaced.', data: await presentTraining(setId) };
    },
    attachText: async ({ actor, params, body, files: { text }, ip }) => {
      await requireFilm(db, actor, params.id);
      const action = { filmId: params.id, ...body, text: text[0], actorId: actor.accountId, ip };
      const { setId, remarks } = await attachText(platform, action);
      return { message: ['Text saved.', ...remarks].join(' '), data: await presentTraining(setId) };
    },
    removeText: async ({ actor, params: { id, ...text }, ip }) => {
      await requireFilm(db, actor, id);
      const action = { filmId: id, ...text, actorId: actor.accountId, ip };
      return { message: 'Text removed.', data: await presentTraining(await removeText(platform, action)) };
    },
    listChecks: async ({ actor, params }) => {
      await requireFilm(db, actor, params.id);
      return { data: await listChecks(db, params.id) };
    },
    saveChecks: async ({ actor, params, body, ip }) => {
      await requireFilm(db, actor, params.id);
      const change = { filmId: params.id, ...body, actorId: actor.accountId, ip };
      return { message: 'Presence checks saved.', data: await saveChecks(platform, change) };
    },
    removeFilm: async ({ actor, params, ip }) => {
      await requireFilm(db, actor, params.id);
      const setId = await removeFilm(platform, { filmId: params.id, actorId: actor.accountId, ip });
      return { message: 'Video removed.', data: await presentTraining(setId) };
    },
    reorderFilms: async ({ actor, body, ip }) => {
      await requireTraining(db, actor, body.trainingId);
      await reorderFilms(platform, { ...body, actorId: actor.accountId, ip });
      return { message: 'Order saved.', data: await presentTraining(body.trainingId) };
    },
    reportProgress: async ({ actor, params, body }) => ({
      data: await report({
        accountId: actor.accountId,
        sessionId: actor.sessionId,
        filmId: params.id,
        ...body,
      }),
    }),
    answerCheck: async ({ actor, params, body }) => ({
      data: await answerCheck(platform, { accountId: actor.accountId, presenceId: params.id, ...body }),
    }),
    submit: async ({ actor, params, ip }) => {
      const by = { actorId: actor.accountId, ip };
      const opensTest = await submitTraining(platform, { accountId: actor.accountId, trainingId: params.id, by });
      return { message: 'Training successfully submitted', opensTest };
    },
    listLearners: async ({ actor, params, query }) => {
      if (query.result) requireAccess('results:read', actor);
      const { rows, limit, total, isBounded } = await listLearners(db, params.id, {
        ...query,
        timeZone,
        scope: courseScopeOf(actor),
        mayCharge: actor.may('fees:record'),
      });
      // where there are learners, the course exists, and is in the scope
      if (rows.length === 0) await requireInCourseScope(db, actor, params.id);
      const learners = await presentLearners(platform, rows);
      return pageOf(rows, limit, total, (page) => ({ data: learners.slice(0, page.length) }), isBounded);
    },
    getWatchRecord: async ({ actor, params }) => {
      await requireEnrolment(db, actor, params.id);
      return { data: await getWatchRecord(db, params.id) };
    },
    markAttendance: async ({ actor, params, ip }) => {
      await markAttendance(platform, { enrolmentId: params.id, actorId: actor.accountId, ip });
      return { message: 'Attendance marked. The learner can take the test now.' };
    },
  });
};

/** Learners with their progress, in one additional query. */
async function presentLearners({ db, clock, config }: Platform, rows: readonly LearnerRow[]) {
  const today = dayAt(clock(), config.timeZone);
  const ids = rows.map(({ id }) => id);
  const progress = new Map((await listProgress(db, ids)).map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const far = progress.get(row.id);
    if (!far) return [];
    return [toCourseLearner(row, { progress: toProgress(far), state: toState(far, today) })];
  });
}

async function getTraining({ db }: Platform, id: string) {
  const training = await findTraining(db, id);
  if (!training) throw new Error(`training ${id} is gone right after it was changed`);
  return training;
}
