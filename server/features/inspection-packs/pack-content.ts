import type { ZipStream } from '../../platform/archives/zip-stream.ts';
import { addDays, startOfDay } from '../../platform/calendar.ts';
import type { Folder } from '../../platform/files/folders.ts';
import { FileMissing } from '../../platform/files/stores/file-store.ts';
import { personOf } from '../../platform/personal-data/person.ts';
import type { Person } from '../../platform/personal-data/personal-table.ts';
import type { Platform } from '../../platform/platform.ts';
import { fullNameOrNull } from '../accounts/index.ts';
import { evidenceReport, getProofs, type Proofs } from '../overview/index.ts';
import { chainStart } from './audit-extract.ts';
import { getCourseRecords } from './course-records.ts';
import {
  listAuditEntries,
  listCertificates,
  listContacts,
  listCorrectedKeys,
  listKeptPasses,
  type Member,
  type PackRow,
  type Scope,
} from './queries.ts';

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
export async function writePerson(platform: Platform, { zip, folder, member, missing, academy, packedAt }: Writing) {
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
    identityChangedAt: member.identityChangedAt?.toISOString() ?? null,
    identityCheckedBy: nameOrNull(member.checkerFirstName, member.checkerLastName),
    completion: training.completion,
    videos: films.length,
    videosComplete: films.filter(({ completedAt }) => completedAt !== null).length,
    tests: tests.map(({ submittedAt, score, totalQuestions, passed }) => ({
      submittedAt,
      score,
      totalQuestions,
      passed,
    })),
    certificate: certificateOf(proofs),
    photograph: await store('photograph', 'profile_pictures', member.photograph),
    certificatePdf: await store('certificate', 'certificates', pdf),
  };
}

const certificateOf = ({ certificate }: Omit<Proofs, 'pdf'>) =>
  certificate && { number: certificate.number, status: certificate.status, issuedOn: certificate.issuedOn };

const nameOrNull = (firstName: string | null, lastName: string | null) => fullNameOrNull({ firstName, lastName });

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

/** A person of a pack as its index shows them. */
export type PersonEntry = Awaited<ReturnType<typeof writePerson>>;

type Gathering = { pack: PackRow; scope: Scope; members: readonly Member[]; people: readonly PersonEntry[] };

/**
 * What is in a pack besides the evidence of each person, and the accounts of all people in it: the members, and those
 * who are on an attendance sheet beside them. Who was erased before is in it without a name, and is not among the
 * accounts.
 */
export async function gather(platform: Platform, { pack, scope, members, people }: Gathering) {
  const { db, config } = platform;
  const enrolmentIds = members.map(({ id }) => id);
  const accountIds = [...new Set(members.map(({ accountId }) => accountId))];
  const batchIds = [...new Set(members.flatMap(({ batchId }) => batchId ?? []))];
  const { attendees, ...records } = await getCourseRecords(platform, {
    courseIds: [...new Set(members.map(({ courseId }) => courseId))],
    batchIds: 'batchId' in scope && !batchIds.includes(scope.batchId) ? [...batchIds, scope.batchId] : batchIds,
  });
  const certificates = await listCertificates(db, enrolmentIds);
  const since =
    'from' in scope
      ? startOfDay(scope.from, config.timeZone)
      : (records.batches.find(({ id }) => id === scope.batchId)?.createdAt ?? pack.askedAt);
  const until = 'from' in scope ? startOfDay(addDays(scope.to, 1), config.timeZone) : null;
  const authors = new Map<string, Person>();
  for (const { accountId, email } of members)
    if (!authors.has(accountId)) authors.set(accountId, await personOf(db, { accountId, email, now: pack.askedAt }));
  const courseIds = records.courses.map(({ id }) => id);
  const entries = await listAuditEntries(db, {
    enrolment: enrolmentIds,
    certificate: certificates.map(({ id }) => id),
    course: courseIds,
    batch: records.batches.map(({ id }) => id),
    assessment: records.courses.flatMap(({ assessmentIds }) => assessmentIds),
    account: [...accountIds, ...records.instructors.map(({ id }) => id)],
  });
  const content = {
    scope: { batch: pack.batchCode, from: pack.firstDay, to: pack.lastDay, course: pack.courseTitle },
    askedBy: nameOrNull(pack.firstName, pack.lastName),
    people,
    ...records,
    certificates,
    correctedKeys: await listCorrectedKeys(db, courseIds),
    keptPasses: await listKeptPasses(db, enrolmentIds),
    contacts: await listContacts(db, { people: [...authors.values()], since, until }),
    places: entries.map(({ place }) => place),
    chainFrom: chainStart(entries, since),
  };
  const known = [...members, ...attendees].flatMap(({ accountId, erasedAt }) => (erasedAt === null ? [accountId] : []));
  return { content, accounts: [...new Set(known)] };
}

/** All that the index of a pack shows. */
export type PackContent = Awaited<ReturnType<typeof gather>>['content'];
