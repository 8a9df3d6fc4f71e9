import { randomBytes } from 'node:crypto';
import { inspectionPacks, packFile } from '@fairlead/contract/inspection-packs/calls';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse, addFilms, addProfile, addWatching, enrol } from '../../testing/factories.ts';
import { heldBytes } from '../../testing/held-memory.ts';
import { passed } from '../../testing/journey.ts';
import { signAccessToken } from '../accounts/sign-in/tokens.ts';
import { addCertificate } from '../assessments/testing/assessments.ts';

const program = await testApp();
const { app, db, call, person, worker, chainAppender, clock, config, files } = program;

/** How many people are in the pack; a pack of a tenth is made first, to see that the ZIP grows with them. */
const count = Number(process.env.PEOPLE ?? 500);

/** A photograph of 300 kB and a certificate of 150 kB that nothing compresses, as real ones are. */
const photograph = await sharp(randomBytes(700 * 900 * 3), { raw: { width: 700, height: 900, channels: 3 } })
  .jpeg({ quality: 45 })
  .toBuffer();
const sheet = randomBytes(150_000);

async function addPeople(courseId: string, films: readonly string[], many: number) {
  for (let n = 0; n < many; n++) {
    const learner = await person();
    await addProfile(program, learner);
    const enrolmentId = await enrol(program, learner, courseId);
    for (const filmId of films) await addWatching(program, { enrolmentId, filmId, seconds: 600, completed: true });
    const id = await addCertificate(program, enrolmentId);
    await db.updateTable('assessment').set({ isPublished: false }).where('courseId', '=', courseId).execute();
    const portrait = await files.keep(await files.receiveOwn(photograph, 'image/jpeg', 'me.jpg'), 'profile_pictures');
    const pdf = await files.keep(await files.receiveOwn(sheet, 'application/pdf', 'certificate.pdf'), 'certificates');
    await transaction(db, async (tx) => {
      const owner = { ownerId: learner.accountId };
      const picture = await insertStoredFile(tx, portrait, owner);
      const file = await insertStoredFile(tx, pdf, owner);
      const of = learner.accountId;
      await tx
        .updateTable('seafarerProfile')
        .set({ profilePictureId: picture.id })
        .where('accountId', '=', of)
        .execute();
      await tx.updateTable('certificate').set({ pdfFileId: file.id }).where('id', '=', id).execute();
    });
  }
  await chainAppender.append();
}

test(`a pack of ${count} people is made within two minutes, in flat memory`, { timeout: 20 * 60_000 }, async () => {
  const admin = await person('admin');
  await passed(program);
  const measure = async (many: number) => {
    const { id: courseId } = await addCourse(program);
    const { films } = await addFilms(program, courseId, [600, 600, 600, 600]);
    await addPeople(courseId, films, many);
    await worker.drain();
    const body = { from: '2026-11-01', to: '2026-11-30', courseId };
    const { data } = (await call(inspectionPacks.ask, { body }, admin)).body;
    const before = heldBytes();
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, heldBytes());
    }, 250);
    const began = performance.now();
    await worker.drain();
    const seconds = (performance.now() - began) / 1000;
    clearInterval(watch);
    const token = await signAccessToken(admin, config.secrets.token, clock());
    const url = `/api${packFile.path.replace(':id', data._id)}`;
    const { rawPayload } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
    const figures = { seconds, zip: megabytes(rawPayload.length), grown: megabytes(highest - before) };
    console.info(`${many} people: ${seconds.toFixed(1)} s, ZIP of ${figures.zip} MiB, ${figures.grown} MiB of it held`);
    return figures;
  };
  const small = await measure(Math.ceil(count / 10));
  const large = await measure(count);
  expect(large.seconds).toBeLessThan(120);
  expect(large.zip).toBeGreaterThan(8 * small.zip);
  // pieces on their way, and never the ZIP
  expect(large.grown).toBeLessThan(large.zip / 4);
});
