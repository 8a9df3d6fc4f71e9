import { expect, test, vi } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { silentLog } from '../../../testing/databases.ts';
import { pressesOfPrograms } from '../testing/shared-presses.ts';
import { undrawnCertificates } from '../testing/undrawn.ts';
import type { CertificatePress } from './draw-certificate.ts';
import { drawPdf } from './draw-pdf.ts';
import { drawUnopenedPictures } from './draw-unopened-pictures.ts';

const program = await testApp();
const { db, files } = program;
const { press } = pressesOfPrograms;
const { issued, find } = undrawnCertificates(program);

async function withPdf() {
  const certificate = await issued();
  await drawPdf(program, press, certificate.id);
  return certificate;
}
type Certificate = Awaited<ReturnType<typeof withPdf>>;

/** Marks the photograph of a certificate as deleted; returns its row. */
const replacePhoto = ({ portraitId }: Certificate) =>
  db
    .updateTable('storedFile')
    .set({ deletedAt: program.clock() })
    .where('id', '=', portraitId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Runs the job; returns the numbers of the certificates that were drawn, and what the log got. */
async function run(picture: CertificatePress['picture'] = press.picture) {
  const drawn: string[] = [];
  const said: unknown[] = [];
  const watched: Pick<CertificatePress, 'picture'> = {
    picture: (facts) => {
      drawn.push(facts.number);
      return picture(facts);
    },
  };
  await drawUnopenedPictures(program, watched, { ...silentLog, warn: (...words: unknown[]) => said.push(words[0]) });
  return { drawn: drawn.sort(), said };
}
const pictureOf = async ({ enrolmentId }: Certificate) => (await find(enrolmentId)).pictureFileId;

test('a picture is drawn before a replaced photograph is deleted, once, and no other', async () => {
  const [replaced, other] = [await withPdf(), await withPdf()];
  const before = await find(other.enrolmentId);
  await replacePhoto(replaced);
  expect(await run()).toEqual({ drawn: [replaced.number], said: [] });
  expect(await run()).toEqual({ drawn: [], said: [] });
  expect(await pictureOf(replaced)).not.toBeNull();
  expect(await find(other.enrolmentId)).toEqual(before);
});

test('a file that is away for a moment is waited for: the certificate stays as it is', async () => {
  const one = await withPdf();
  const { filename } = await replacePhoto(one);
  const before = await find(one.enrolmentId);
  const photo = await files.read('profile_pictures', filename);
  await files.store.remove(`profile_pictures/${filename}`);
  expect(await run()).toEqual({ drawn: [], said: [] });
  expect(await find(one.enrolmentId)).toEqual(before);
  const read = vi
    .spyOn(files, 'read')
    .mockImplementation(async (_folder, name) => (name === filename ? photo : Promise.reject(new Error(name))));
  await run();
  read.mockRestore();
  expect(await pictureOf(one)).not.toBeNull();
});

test('one that was altered, or fails, keeps no other from being drawn, and is told', async () => {
  const [altered, broken, failing, sound] = [await withPdf(), await withPdf(), await withPdf(), await withPdf()];
  for (const one of [altered, broken, failing, sound]) await replacePhoto(one);
  const text = async ({ enrolmentId }: Certificate) => (await find(enrolmentId)).drawnWith ?? '';
  const change = (one: Certificate, drawnWith: string) =>
    db.updateTable('certificate').set({ drawnWith }).where('id', '=', one.id).execute();
  await change(altered, (await text(altered)).replace('Capt. R. Menon', 'Capt. Nobody'));
  await change(broken, `${await text(broken)}}`);
  const ended = new Error('the renderer has ended');
  const running = run((facts) => (facts.number === failing.number ? Promise.reject(ended) : press.picture(facts)));
  await expect(running).rejects.toBe(ended);
  expect(await pictureOf(sound)).not.toBeNull();
  for (const one of [altered, broken, failing]) expect(await pictureOf(one)).toBeNull();
  const { drawn, said } = await run();
  expect(drawn).toEqual([failing.number]);
  expect(said).toEqual(
    expect.arrayContaining([altered, broken].map(({ id }) => ({ certificate: id, code: 'disputed' }))),
  );
});
