import { contact } from '@fairlead/contract/contact/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { addCertificate } from '../../features/assessments/testing/assessments.ts';
import { courseCover } from '../../features/courses/testing/course-desk.ts';
import { courseFields } from '../../features/courses/testing/course-fields.ts';
import { billOf, cash, requestWithFee, sendProof } from '../../features/fees/testing/fees.ts';
import { wholePerson } from '../../features/personal-data/testing/whole-person.ts';
import { transaction } from '../../platform/db/database.ts';
import type { ContentType, Folder } from '../../platform/files/folders.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import type { Person, TestApp } from '../../testing/app.ts';
import { addProfile, enrol } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';
import { furnishedCourse } from './furnished-course.ts';

let made = 0;

/** A row of a checklist. */
const row = {
  id: 'pst',
  title: 'PST',
  anyOf: ['PST'],
  ranks: [],
  flags: [],
  shipTypes: [],
  daysBeyond: 0,
  source: 'A circular',
  sourceDate: '2026-01-01',
};

/** Stores a file with a content of its own, and its row. */
async function addStoredFile(
  { db, files }: Pick<TestApp, 'db' | 'files'>,
  folder: Folder,
  { type = 'image/png', ownerId = null }: { type?: ContentType; ownerId?: string | null } = {},
) {
  const received = await files.receiveOwn(Buffer.from(`content ${++made}`), type, 'as sent');
  const kept = await files.keep(received, folder);
  return transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId }));
}

/**
 * A row in every table and a file in every folder, of people and courses that have nothing to do with any others. Fees
 * are on.
 *
 * @param admin makes what cannot be inserted.
 */
export async function furnishEverything(program: TestApp, admin: Person) {
  const { call, db, clock, person } = program;
  const instructor = await person('instructor');
  const registrar = await person('registrar');
  const whole = await wholePerson(program);
  const place = await furnishedCourse(program, { by: admin, assigned: instructor });
  const { accountId } = whole.owner;
  const [at, by, token] = [clock(), admin.accountId, `of furniture ${++made}`];
  const later = new Date(at.getTime() + 30 * 24 * 3600 * 1000);
  const today = at.toISOString().slice(0, 10);

  const created = await call(courses.create, { form: formOf(courseFields, await courseCover()) }, admin);
  const covered = created.body.data._id;
  const owing = await requestWithFee(program, { learner: whole.owner });
  const proof = await sendProof(program, owing);
  if (proof.status > 201) throw new Error(`no proof: ${JSON.stringify(proof.body)}`);
  const paying = await requestWithFee(program, { learner: whole.owner });
  const paid = await call(fees.recordPayment, { params: { id: paying.id }, body: cash({ amount: '500' }) }, admin);
  if (paid.status > 201) throw new Error(`no payment: ${JSON.stringify(paid.body)}`);
  const billed = await call(bills.issue, { body: billOf([paying.id], { email: whole.owner.email }) }, admin);
  if (billed.status > 201) throw new Error(`no bill: ${JSON.stringify(billed.body)}`);
  const message = await db
    .selectFrom('contactMessage')
    .select('id')
    .where('email', '=', whole.owner.email)
    .executeTakeFirstOrThrow();
  await call(contact.answer, { params: { id: message.id }, body: { text: 'Come at noon.' } }, admin);

  const holder = await person();
  await addProfile(program, holder);
  await addCertificate(program, await enrol(program, holder, covered), { expiresOn: today });
  const refused = await person();
  await db
    .updateTable('account')
    .set({ approvedAt: null, refusedAt: at, refusalReason: 'Unknown' })
    .where('id', '=', refused.accountId)
    .execute();
  // a registration that was never verified, and that staff neither enrolled nor invited
  const unverified = await person();
  await db
    .updateTable('account')
    .set({ approvedAt: null, emailVerifiedAt: null })
    .where('id', '=', unverified.accountId)
    .execute();

  const rendition = await addStoredFile(program, 'trainingVideo', { type: 'video/mp4' });
  const playlist = await addStoredFile(program, 'trainingVideo', { type: 'application/vnd.apple.mpegurl' });
  const poster = await addStoredFile(program, 'trainingVideo', { type: 'image/jpeg' });
  const version = await addStoredFile(program, 'packages', { type: 'application/octet-stream' });
  const packed = await addStoredFile(program, 'inspection_packs', { type: 'application/zip' });
  const shown = await addStoredFile(program, 'question_pictures');
  const unused = await addStoredFile(program, 'question_pictures');
  const removed = await addStoredFile(program, 'id_documents', { ownerId: whole.owner.accountId });
  await db.updateTable('storedFile').set({ deletedAt: at }).where('id', '=', removed.id).execute();

  const ids = await transaction(db, async (tx) => {
    const attempt = { attemptId: place.attempt };
    await tx
      .insertInto('attemptAbsence')
      .values({ ...attempt, fromSecond: 1, seconds: 5 })
      .execute();
    await tx
      .insertInto('attemptGrant')
      .values({ ...attempt, reason: 'ill', grantedBy: by, grantedAt: at })
      .execute();
    await tx
      .insertInto('attemptRegrade')
      .values({ ...attempt, keyChangeId: place.key, oldScore: 0, newScore: 1, gainedPass: false })
      .execute();
    await tx
      .insertInto('confirmedPass')
      .values({ ...attempt, score: 0, reason: 'kept', keptBy: by, keptAt: at })
      .execute();
    await tx
      .insertInto('attendance')
      .values({
        enrolmentId: place.enrolment,
        batchId: place.batch,
        day: today,
        half: 'morning',
        mark: 'present',
        markedBy: by,
        markedAt: at,
      })
      .execute();
    for (const [owner, kind] of [
      [accountId, 'certificates'],
      [instructor.accountId, 'batches'],
    ] as const)
      await tx
        .insertInto('calendarFeed')
        .values({ accountId: owner, kind, tokenHash: `${token} ${kind}`, createdAt: at })
        .execute();
    const checklist = await tx
      .insertInto('checklist')
      .values({ name: token, createdAt: at, createdBy: by })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('checklistEdition')
      .values({
        checklistId: checklist.id,
        edition: 1,
        appliesFrom: today,
        source: 'x',
        sourceDate: today,
        requirements: JSON.stringify([row]),
        cases: '[]',
        createdAt: at,
        createdBy: by,
      })
      .execute();
    await tx.insertInto('courseCategory').values({ name: token, place: made }).execute();
    await tx
      .insertInto('documentKind')
      .values({
        code: `K${made}`,
        edition: 1,
        title: token,
        kindGroup: 'other',
        validity: 'unlimited',
        renewalDays: 1,
        source: 'x',
        sourceDate: today,
        createdAt: at,
        createdBy: by,
      })
      .execute();
    const { id: learner } = await tx
      .selectFrom('account')
      .select('id')
      .where('email', '=', place.learner)
      .executeTakeFirstOrThrow();
    for (const days of [30, 7])
      await tx
        .insertInto('disuseNotice')
        .values({ accountId: learner, days, lastUse: at, erasesOn: '2999-01-01', sentAt: at })
        .execute();
    const wallet = await tx
      .selectFrom('walletDocument')
      .select('id')
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('documentNotice')
      .values({ accountId, documentId: wallet.id, lastDay: today, days: 30, sentAt: at })
      .execute();
    const asked = await tx
      .insertInto('documentRequest')
      .values({ accountId, document: 'signature', reason: 'other', askedBy: by, askedAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('enteredParticulars')
      .values({ accountId, birthDate: '1990-01-01', enteredBy: by, enteredAt: at })
      .execute();
    await tx.insertInto('expiryNotice').values({ certificateId: whole.certificateId, days: 30, sentAt: at }).execute();
    const check = await tx
      .insertInto('filmCheck')
      .values({ filmId: place.film, atSeconds: 5, createdAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const watching = { enrolmentId: place.enrolment, filmId: place.film };
    await tx
      .insertInto('watching')
      .values({ ...watching, openedAt: at, updatedAt: at })
      .execute();
    await tx
      .insertInto('presenceCheck')
      .values({ ...watching, checkId: check.id, turn: 1, atSeconds: 5 })
      .execute();
    await tx
      .insertInto('filmRendition')
      .values({ filmId: place.film, lines: 360, fileId: rendition.id, playlistFileId: playlist.id })
      .execute();
    await tx.updateTable('film').set({ posterFileId: poster.id }).where('id', '=', place.film).execute();
    const { id: versionId } = await tx
      .insertInto('packageVersion')
      .values({ filmId: place.other, number: 1, fileId: version.id, manifest: '{"items":[]}', createdAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('film').set({ kind: 'package', fileId: version.id }).where('id', '=', place.other).execute();
    await tx
      .insertInto('packageEntry')
      .values({ versionId, path: 'a', mediaType: 'text/html', beginsAt: 0, sizeBytes: 1, isCompressed: false })
      .execute();
    await tx
      .insertInto('inspectionPack')
      .values({ batchId: place.batch, people: [accountId], askedBy: by, askedAt: at, madeAt: at, fileId: packed.id })
      .execute();
    await tx
      .insertInto('questionPicture')
      .values([shown, unused].map(({ id }) => ({ fileId: id, width: 1, height: 1, createdAt: at })))
      .execute();
    await tx
      .insertInto('questionOptionPicture')
      .values({ questionId: place.question, place: 0, pictureId: shown.id, text: 'a buoy' })
      .execute();
    await tx
      .insertInto('pieceDigests')
      .values({ fileId: rendition.id, digests: Buffer.from('x') })
      .execute();
    const { id: invited } = await tx
      .insertInto('account')
      .values({
        email: `invited-${made}@example.org`,
        prefix: 'Mr',
        firstName: 'In',
        lastName: 'Vited',
        mobile: '1',
        passwordHash: '-',
        invitedAt: at,
        createdAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('invitation')
      .values({ accountId: invited, tokenHash: token, invitedBy: by, expiresAt: later })
      .execute();
    const { id: registrationId } = await tx
      .insertInto('registration')
      .values({
        accountId: invited,
        prefix: 'Mr',
        firstName: 'In',
        lastName: 'Vited',
        mobile: '1',
        passwordHash: '-',
        createdAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const code = {
      accountId: invited,
      registrationId,
      purpose: 'verify-email',
      codeHash: token,
      sentAt: at,
      expiresAt: later,
    } as const;
    await tx.insertInto('oneTimeCode').values(code).execute();
    await tx
      .insertInto('passkeyChallenge')
      .values({ challenge: token, purpose: 'add', accountId, expiresAt: later })
      .execute();
    await tx.insertInto('secondFactor').values({ accountId: instructor.accountId, sealedSecret: token }).execute();
    await tx.insertInto('recoveryCode').values({ accountId: instructor.accountId, codeHash: token }).execute();
    const { id: importId } = await tx
      .insertInto('peopleImport')
      .values({ filename: 'crew.csv', createdBy: by, createdAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('peopleImportRow')
      .values({
        importId,
        row: 1,
        prefix: 'Mr',
        firstName: 'In',
        lastName: 'Vited',
        email: `row-${made}@example.org`,
        mobile: '1',
        outcome: 'new',
        accountId: invited,
      })
      .execute();
    await tx
      .insertInto('peopleImportHeadings')
      .values({ digest: token, columns: '[]', chosenBy: by, chosenAt: at })
      .execute();
    const note = await tx
      .insertInto('personNote')
      .values({ accountId, writtenBy: by, writtenAt: at, text: 'a note' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('resumableUpload')
      .values({ id: `${crypto.randomUUID()}`, ownerId: instructor.accountId, sizeBytes: 1, changedAt: at })
      .execute();
    const share = await tx
      .selectFrom('certificateShare')
      .select('id')
      .where('certificateId', '=', whole.certificateId)
      .executeTakeFirstOrThrow();
    await tx.insertInto('shareOpening').values({ shareId: share.id, at, network: '10.0.0.0' }).execute();
    await tx
      .insertInto('signOn')
      .values({
        state: token,
        issuer: 'x',
        codeChallenge: 'x',
        nonce: 'x',
        expiresAt: later,
        accountId: instructor.accountId,
        subject: 'x',
      })
      .execute();
    await tx.insertInto('staffDigest').values({ accountId: instructor.accountId, day: today }).execute();
    const identity = await tx
      .insertInto('staffIdentity')
      .values({ accountId: instructor.accountId, issuer: 'x', subject: token, createdAt: at, lastUsedAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const qualification = await tx
      .insertInto('staffQualification')
      .values({ accountId: instructor.accountId, title: 'Master', issuer: 'x', addedAt: at, addedBy: by })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('emailTemplateText')
      .values({ key: token, subject: 'x', body: 'x', changedAt: at, changedBy: by })
      .execute();
    return {
      checklist: checklist.id,
      wallet: wallet.id,
      asked: asked.id,
      note: note.id,
      share: share.id,
      importId,
      invited,
      identity: identity.id,
      qualification: qualification.id,
      message: message.id,
      category: token,
    };
  });
  return { ...whole, ...ids, place, covered, owing, paying, instructor, registrar, holder, refused };
}
export type Everything = Awaited<ReturnType<typeof furnishEverything>>;
