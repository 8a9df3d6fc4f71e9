import { certificates } from '@fairlead/contract/certificates/calls';
import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { register } from '@fairlead/contract/certificates/register';
import { personalData } from '@fairlead/contract/personal-data/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { pressesOfPrograms } from '../testing/shared-presses.ts';
import { undrawnCertificates } from '../testing/undrawn.ts';
import type { CertificateFacts, CertificatePress } from './draw-certificate.ts';
import { drawPdf } from './draw-pdf.ts';
import { picturesWhenOpened } from './draw-picture.ts';

const program = await testApp();
const { call, db, files, person, request } = program;
const { press } = pressesOfPrograms;
const { issued, find } = undrawnCertificates(program);

/** A certificate whose PDF is drawn, with the facts on it. */
async function withPdf() {
  const certificate = await issued();
  let facts: CertificateFacts | undefined;
  const watched: Pick<CertificatePress, 'draw'> = {
    draw: (drawn, signing) => {
      facts = drawn;
      return press.draw(drawn, signing);
    },
  };
  await drawPdf(program, watched, certificate.id);
  return { ...certificate, facts };
}
const pictureOf = async (courseId: string, as: Person) =>
  (await call(certificates.getOwn, { params: { courseId } }, as)).body.data.picture;
const bare = (id: string) => `/api/uploads/certificates/${id}.webp`;
const statusOf = async (url: string, as?: Person) => (await request('GET', url, { as })).status;
const drawnOf = async (accountId: string) => {
  const rows = db.selectFrom('storedFile').select(['filename', 'originalName']).where('ownerId', '=', accountId);
  return rows.where('contentType', '=', 'image/webp').where('folder', '=', 'certificates').execute();
};

/** Draws pictures with a press that counts, and keeps what it was given. */
function counting() {
  const given: CertificateFacts[] = [];
  const open = picturesWhenOpened(program, {
    picture: (facts) => {
      given.push(facts);
      return press.picture(facts);
    },
  });
  const lookUp = (id: string) => open(`${id}.webp`);
  return { given, lookUp, make: async (id: string) => (await lookUp(id))?.make('a reader') };
}

describe('the picture of a certificate', () => {
  test('is drawn when it is first opened, and kept', async () => {
    const { id, courseId, learner, number, accountId, enrolmentId } = await withPdf();
    expect(await drawnOf(accountId ?? '')).toEqual([]);
    const { url = '', filename } = (await pictureOf(courseId, learner)) ?? {};
    expect(filename).toBe(`${id}.webp`);
    const { status, headers } = await request('GET', url);
    expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
    const [kept, ...others] = await drawnOf(accountId ?? '');
    expect([kept?.originalName, others]).toEqual([`${number}.webp`, []]);
    expect((await pictureOf(courseId, learner))?.filename).toBe(kept?.filename);
    // a page that is open still has the first link
    expect(await statusOf(url)).toBe(200);
    expect(await drawnOf(accountId ?? '')).toHaveLength(1);
    expect((await find(enrolmentId)).drawnWith).toBeNull();
  });

  test('is drawn once for all who open it at the same time', async () => {
    const { id, accountId } = await withPdf();
    const { given, make } = counting();
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => make(id)));
    expect([given.length, new Set(made.map((file) => file?.id)).size]).toEqual([1, 1]);
    expect(await drawnOf(accountId ?? '')).toHaveLength(1);
  });

  test('is given to anyone who has looked it up before somebody else drew it', async () => {
    const { id } = await withPdf();
    const { given, make, lookUp } = counting();
    const late = await lookUp(id);
    const drawn = await make(id);
    expect([(await late?.make('another reader'))?.id, given.length]).toEqual([drawn?.id, 1]);
  });

  // shows: threats/kill-or-power-cut
  test('drawn by two instances at the same time is kept once, without another file', async () => {
    const { id, accountId } = await withPdf();
    const made = await Promise.all([counting(), counting()].map(({ make }) => make(id)));
    expect(new Set(made.map((file) => file?.id)).size).toBe(1);
    expect(await drawnOf(accountId ?? '')).toEqual([expect.objectContaining({ filename: made[0]?.filename })]);
  });

  test('shows what the PDF shows, although the academy has changed since', async () => {
    const { id, facts } = await withPdf();
    program.wait(3600);
    await db.insertInto('academySettings').values({ onlyOne: true, signatoryName: 'Somebody Else' }).execute();
    const { given, make } = counting();
    await make(id);
    expect(given).toEqual([facts]);
    await db.deleteFrom('academySettings').execute();
  });

  test('is not drawn without a photograph that the PDF has, and is not offered again', async () => {
    const { id, courseId, learner, facts, accountId } = await withPdf();
    expect(facts?.photo).not.toBeNull();
    const portrait = await db
      .selectFrom('certificate')
      .innerJoin('storedFile', 'storedFile.id', 'certificate.portraitId')
      .select('filename')
      .where('certificate.id', '=', id)
      .executeTakeFirstOrThrow();
    await files.store.remove(`profile_pictures/${portrait.filename}`);
    expect(await statusOf(bare(id), learner)).toBe(404);
    expect(await pictureOf(courseId, learner)).toBeNull();
    expect(await drawnOf(accountId ?? '')).toEqual([]);
  });
});

describe('nobody makes the program draw', () => {
  test('who may not open the certificate', async () => {
    const { id, learner, accountId } = await withPdf();
    expect(await statusOf(bare(id))).toBe(401);
    expect(await statusOf(bare(id), await person())).toBe(404);
    expect(await statusOf(bare(crypto.randomUUID()), learner)).toBe(404);
    expect(await drawnOf(accountId ?? '')).toEqual([]);
    expect(await statusOf(bare(id), await person('registrar'))).toBe(200);
  });

  test('by a share link to another certificate, or an ended one', async () => {
    const [one, other] = [await withPdf(), await withPdf()];
    const shared = await call(ownCertificates.share, { params: { id: one.id }, body: { days: 7 } }, one.learner);
    const token = shared.body.data.url.split('/').at(-1) ?? '';
    const { url = '' } = (await call(ownCertificates.openShare, { params: { token } })).body.data.picture ?? {};
    expect(await statusOf(url.replace(one.id, other.id))).toBe(401);
    const [link] = (await call(ownCertificates.listShares, { params: { id: one.id } }, one.learner)).body.data;
    await call(ownCertificates.revokeShare, { params: { id: link?._id ?? '' } }, one.learner);
    expect(await statusOf(url)).toBe(401);
    for (const { accountId } of [one, other]) expect(await drawnOf(accountId ?? '')).toEqual([]);
  });

  test('of a certificate that was revoked', async () => {
    const { id, learner, accountId } = await withPdf();
    await call(register.revoke, { params: { id }, body: { reason: 'Issued in error' } }, await person('registrar'));
    expect(await statusOf(bare(id), learner)).toBe(404);
    expect(await drawnOf(accountId ?? '')).toEqual([]);
  });

  // shows: threats/trace-of-erased-person
  test('of an erased person', async () => {
    const { id, accountId } = await withPdf();
    const reason = 'Asked for by letter.';
    const admin = await person('admin');
    expect((await call(personalData.erase, { params: { id: accountId ?? '' }, body: { reason } }, admin)).status).toBe(
      200,
    );
    expect(await statusOf(bare(id), admin)).toBe(404);
    expect(await drawnOf(accountId ?? '')).toEqual([]);
  });

  test('something else, by changing in the database what was drawn', async () => {
    const { id, learner, accountId, enrolmentId } = await withPdf();
    const before = (await find(enrolmentId)).drawnWith ?? '';
    const changed = before.replace('Capt. R. Menon', 'Capt. Nobody');
    expect(changed).not.toBe(before);
    await db.updateTable('certificate').set({ drawnWith: changed }).where('id', '=', id).execute();
    expect(await statusOf(bare(id), learner)).toBe(409);
    expect(await drawnOf(accountId ?? '')).toEqual([]);
  });

  test('more than a limit of pictures', async () => {
    const { id } = await withPdf();
    await db
      .insertInto('rateLimit')
      .values({ key: 'certificate-picture:a reader', count: 60, windowEndsAt: new Date('2099-01-01') })
      .onConflict((one) => one.column('key').doUpdateSet({ count: 60, windowEndsAt: new Date('2099-01-01') }))
      .execute();
    const { given, make } = counting();
    await expect(make(id)).rejects.toMatchObject({ code: 'too-many' });
    expect(given).toEqual([]);
  });
});
