import { packages } from '@fairlead/contract/packages/calls';
import { training } from '@fairlead/contract/training/calls';
import { afterAll } from 'vitest';
import type { Person, TestApp } from '../../../testing/app.ts';
import { addCourse, addFilms, enrol } from '../../../testing/factories.ts';
import { listen } from '../../../testing/listen.ts';
import { findHolder } from '../../accounts/sign-in/sessions.ts';
import { signAccessToken } from '../../accounts/sign-in/tokens.ts';
import { createContentServer } from '../content/content-server.ts';
import { scormPackage } from './scorm-package.ts';

/** What a player reports of a lesson that was passed. */
export const done = { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '90' };

/** The second origin of a test's program. */
export const contentUrl = 'https://content.academy.example';

/** Staff who upload packages, learners who open them, and the second origin, on a program with CONTENT_URL. */
export async function packageDesk(program: TestApp) {
  const { call, person, config, clock, db, wait } = program;
  const editor = await person('admin');
  const errors: unknown[] = [];
  const server = createContentServer(program, {
    findHolder: (accountId) => findHolder(program, accountId),
    onError: (error) => errors.push(error),
  });
  const origin = await program.app.listen({ host: '127.0.0.1', port: 0 });
  const { url: content, close } = await listen(server);
  afterAll(close);

  /** Uploads a file in one chunk; returns the upload's id. */
  async function upload(zip: Buffer, as = editor): Promise<string> {
    const authorization = `Bearer ${await signAccessToken(as, config.secrets.token, clock())}`;
    const tus = { 'tus-resumable': '1.0.0', authorization };
    const named = `filename ${Buffer.from('mooring.zip').toString('base64')}`;
    const announced = await fetch(new URL('/api/trainingVideo/uploads', origin), {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(zip.length), 'upload-metadata': named },
    });
    const at = announced.headers.get('location') ?? '';
    await fetch(new URL(at, origin), {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(zip),
    });
    return at.split('/').at(-1) ?? '';
  }

  const add = async (courseId: string, zip = scormPackage(), { minutes = 10, as = editor } = {}) =>
    call(packages.add, { body: { courseId, upload: await upload(zip, as), title: 'Mooring safely', minutes } }, as);

  const open = (id: string, as: Person) => call(packages.open, { params: { id } }, as);
  const commit = (
    id: string,
    as: Person,
    values: Record<string, string>,
    { itemId = 'lesson', seen = 0, page = crypto.randomUUID() as string } = {},
  ) => call(packages.commit, { params: { id }, body: { itemId, seen, page, values } }, as);
  /** Reports that so many seconds were spent in a package. */
  const spend = (id: string, as: Person, seconds: number) =>
    call(training.reportProgress, { params: { id }, body: { watched: [[0, seconds]], position: seconds } }, as);

  return {
    editor,
    upload,
    add,
    open,
    commit,
    spend,
    /** Completes a package as an honest player does: the lesson, the page to read, and the time. */
    async complete(id: string, learner: Person) {
      await open(id, learner);
      await commit(id, learner, done);
      await commit(id, learner, {}, { itemId: 'notes' });
      wait(600);
      return spend(id, learner, 600);
    },
    errors,
    /** A course with films of these seconds and then a package, and a learner who is approved for it. */
    async course(films: readonly number[] = [], zip = scormPackage(), minutes = 10) {
      const { id: courseId } = await addCourse(program);
      const seen = films.length > 0 ? (await addFilms(program, courseId, films)).films : [];
      const id = (await add(courseId, zip, { minutes })).body.data._id;
      const learner = await person();
      const enrolmentId = await enrol(program, learner, courseId);
      return { courseId, id, films: seen, learner, enrolmentId };
    },
    items: async (courseId: string, as: Person) =>
      (await call(training.getForCourse, { params: { courseId } }, as)).body.data[0]?.trainingVideo ?? [],
    /** Fetches from the second origin. */
    get: (url: string, init: RequestInit = {}) =>
      fetch(url.replace(contentUrl, content), { redirect: 'manual', ...init }),
    stored: () => db.selectFrom('storedFile').selectAll().where('folder', '=', 'packages').execute(),
  };
}
