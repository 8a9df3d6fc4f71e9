import { createPublicKey, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { type ZipStream, zipStream } from '../../platform/archives/zip-stream.ts';
import { startOfDay } from '../../platform/calendar.ts';
import { transaction } from '../../platform/db/database.ts';
import { keepFor, type Prepared } from '../../platform/files/files.ts';
import type { Folder } from '../../platform/files/folders.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import { FileMissing } from '../../platform/files/stores/file-store.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAcademy } from '../academy/queries.ts';
import { fullName } from '../accounts/full-name.ts';
import { getProofs, type Proofs } from '../overview/evidence-queries.ts';
import { evidenceReport } from '../overview/evidence-report.ts';
import { auditLinks, auditTable } from './audit-extract.ts';
import { getCourseRecords } from './course-records.ts';
import { indexPage } from './index-page.ts';
import {
  findPack,
  listAuditPlaces,
  listCertificates,
  listContacts,
  listCorrectedKeys,
  listKeptPasses,
  listMembers,
  type Member,
  type PackRow,
  type Scope,
} from './queries.ts';
import { scopeOf } from './wire.ts';

/** A pack of two thousand people has a quarter of it. */
const mostBytes = 4 * 2 ** 30;
/** After so many people the progress is noted. */
const notedEach = 10;

/**
 * Makes a pack that was asked for, and stores it encrypted. The ZIP is written person by person, so that its length costs
 * no memory. Does nothing for one that is made or gone.
 */
export async function makePack(platform: Platform, packId: string): Promise<void> {
  const { db, files, clock } = platform;
  const pack = await findPack(db, packId);
  if (!pack || pack.madeAt !== null || pack.removedAt !== null) return;
  const zip = zipStream(clock());
  const written = writePack(platform, pack, zip).then(
    () => zip.end(),
    (error: Error) => void zip.output.destroy(error),
  );
  const name = { originalName: 'inspection-pack.zip' };
  const { path, size, sha256, originalName } = await files.receive(zip.output, { maxBytes: mostBytes, ...name });
  await written;
  const file: Prepared = { path, sizeBytes: size, sha256, originalName, contentType: 'application/zip' };
  const store = keepFor(files, [{ file, folder: 'inspection_packs' }], ([kept]) =>
    transaction(db, async (tx) => {
      const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: null });
      const made = await tx
        .updateTable('inspectionPack')
        .set({ fileId, madeAt: clock(), done: sql<number>`cardinality(people)` })
        .where('id', '=', packId)
        .where('madeAt', 'is', null)
        .where('removedAt', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!made) throw new AppError('conflict', 'Another instance has made this pack.');
    }),
  );
  await store.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

/** A person of a pack as its index shows them. */
export type PersonEntry = Awaited<ReturnType<typeof writePerson>>;

/** All that the index of a pack shows. */
export type PackContent = Awaited<ReturnType<typeof gather>>;

async function writePack(platform: Platform, pack: PackRow, zip: ZipStream): Promise<void> {
  const { db, config, clock, keys } = platform;
  const scope = scopeOf(pack);
  const academy = await getAcademy(db, config);
  const packedAt = clock().toISOString();
  const members = await listMembers(db, scope, config.timeZone);
  const people: PersonEntry[] = [];
  const missing: string[] = [];
  for (const member of members) {
    const folder = `people/${String(people.length + 1).padStart(4, '0')}`;
    people.push(await writePerson(platform, { zip, folder, member, missing, academy: academy.name, packedAt }));
    if (people.length % notedEach === 0) {
      await db.updateTable('inspectionPack').set({ done: people.length }).where('id', '=', pack.id).execute();
    }
  }
  const gathered = await gather(platform, { pack, scope, members, people });
  const { places } = gathered;
  await zip.add('audit/entries.csv', auditTable(db, places));
  await zip.add('audit/chain.jsonl', auditLinks(db, places));
  const key = await keys.facts();
  const publicKey = createPublicKey(key.privateKey);
  const keyText = String(publicKey.export({ format: 'jwk' }).x);
  const content = { ...gathered, academy, packedAt, missing, key: { id: key.id, text: keyText } };
  await zip.add('academy-key.pem', String(publicKey.export({ format: 'pem', type: 'spki' })));
  await zip.add('check.mjs', await readFile(new URL('./checker.mjs', import.meta.url)));
  await zip.add('pack.json', JSON.stringify(content, null, 1));
  await zip.add('index.html', indexPage({ ...content, publicUrl: config.publicUrl }));
  const checksums = [
    // A comment for sha256sum. It also keeps what is signed here from being taken for anything else that the key signs.
    `# Checksums of an inspection pack of ${academy.name.replaceAll('\n', ' ')}, ${packedAt}, key ${key.id}`,
    ...zip.digests.map(({ name, sha256 }) => `${sha256}  ${name}`),
  ];
  const list = Buffer.from(`${checksums.join('\n')}\n`);
  await zip.add('checksums.txt', list);
  await zip.add('checksums.sig', sign(null, list, key.privateKey));
}

type Writing = {
  zip: ZipStream;
  folder: string;
  member: Member;
  /** The names of files that are lost, to which it adds. */
  missing: string[];
  academy: string;
  packedAt: string;
};

/** Writes the evidence of one person, and returns what the index shows of it. */
async function writePerson(platform: Platform, { zip, folder, member, missing, academy, packedAt }: Writing) {
  const { db } = platform;
  const { pdf, ...proofs } = await getProofs(db, member.id);
  const evidence = { academy, packedAt, ...proofs };
  const howToCheck =
    'The academy has signed all files of the pack together: see <a href="../../index.html">the index</a>.';
  await zip.add(`${folder}/record.json`, JSON.stringify(evidence, null, 1));
  await zip.add(`${folder}/record.html`, evidenceReport({ ...evidence, howToCheck }));
  const store = async (name: string, from: Folder, filename: string | null) => {
    if (filename === null) return null;
    const whole = `${folder}/${name}${filename.slice(filename.lastIndexOf('.'))}`;
    const isThere = await addStored(platform, zip, { whole, from, filename });
    if (!isThere) missing.push(whole);
    return isThere ? whole : null;
  };
  const { learner, training, tests } = proofs;
  const { films } = training;
  return {
    folder,
    enrolmentId: member.id,
    name: learner?.name ?? training.userName,
    email: member.email,
    indosNumber: learner?.indosNumber ?? null,
    courseTitle: training.courseTitle,
    batchCode: member.batchCode,
    identityCheckedAt: member.identityCheckedAt?.toISOString() ?? null,
    identityCheckedBy: nameOrNull(member.checkerFirstName, member.checkerLastName),
    completion: training.completion,
    videos: films.length,
    videosComplete: films.filter(({ completedAt }) => completedAt !== null).length,
    tests: tests.map(({ submittedAt, score, totalQuestions, passed }) => ({
      ...{ submittedAt, score, totalQuestions, passed },
    })),
    certificate: certificateOf(proofs),
    photograph: await store('photograph', 'profile_pictures', member.photograph),
    certificatePdf: await store('certificate', 'certificates', pdf),
  };
}

const certificateOf = ({ certificate }: Omit<Proofs, 'pdf'>) =>
  certificate && { number: certificate.number, status: certificate.status, issuedOn: certificate.issuedOn };

const nameOrNull = (firstName: string | null, lastName: string | null) =>
  firstName === null || lastName === null ? null : fullName({ firstName, lastName });

/** Adds a stored file, decrypted; returns whether it is there. */
async function addStored(
  { files }: Pick<Platform, 'files'>,
  zip: ZipStream,
  { whole, from, filename }: { whole: string; from: Folder; filename: string },
): Promise<boolean> {
  const file = await files.open(from, filename).catch((error: unknown) => {
    if (error instanceof FileMissing) return undefined;
    throw error;
  });
  if (!file) return false;
  await zip.add(whole, file.stream(0, file.sizeBytes - 1), { isPacked: true });
  return true;
}

type Gathering = { pack: PackRow; scope: Scope; members: readonly Member[]; people: readonly PersonEntry[] };

/** What is in a pack besides the evidence of each person. */
async function gather(platform: Platform, { pack, scope, members, people }: Gathering) {
  const { db, config } = platform;
  const enrolmentIds = members.map(({ id }) => id);
  const accountIds = [...new Set(members.map(({ accountId }) => accountId))];
  const batchIds = [...new Set(members.flatMap(({ batchId }) => batchId ?? []))];
  const records = await getCourseRecords(platform, {
    courseIds: [...new Set(members.map(({ courseId }) => courseId))],
    batchIds: 'batchId' in scope && !batchIds.includes(scope.batchId) ? [...batchIds, scope.batchId] : batchIds,
  });
  const certificates = await listCertificates(db, enrolmentIds);
  const since =
    'from' in scope ? startOfDay(scope.from, config.timeZone) : (records.batches[0]?.createdAt ?? pack.askedAt);
  const emails = [...new Set(members.map(({ email }) => email))];
  const courseIds = records.courses.map(({ id }) => id);
  const places = await listAuditPlaces(db, {
    enrolment: enrolmentIds,
    certificate: certificates.map(({ id }) => id),
    course: courseIds,
    batch: records.batches.map(({ id }) => id),
    assessment: records.courses.flatMap(({ assessmentIds }) => assessmentIds),
    account: [...accountIds, ...records.instructors.map(({ id }) => id)],
  });
  return {
    scope: { batch: pack.batchCode, from: pack.firstDay, to: pack.lastDay, course: pack.courseTitle },
    askedBy: nameOrNull(pack.firstName, pack.lastName),
    people,
    ...records,
    certificates,
    correctedKeys: await listCorrectedKeys(db, courseIds),
    keptPasses: await listKeptPasses(db, enrolmentIds),
    contacts: await listContacts(db, emails, since),
    places,
  };
}
