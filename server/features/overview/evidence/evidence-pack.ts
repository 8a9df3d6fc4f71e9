import { createHash } from 'node:crypto';
import { signStatement } from '../../../platform/keys/statement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { academyName } from '../../academy/index.ts';
import { evidenceReport } from './evidence-report.ts';
import { howToCheck as howToCheckText } from './evidence-words.ts';
import { getProofs } from './queries.ts';

export type PackedFile = { name: string; content: Buffer };

/**
 * A ZIP of all evidence of one learner's training in one course, for an administration that requests it: the learner's
 * identity, attendance and watching, the test papers with the answers given, and the certificate. Everything is
 * included once for people and once for programs, with a signed list of these files' digests.
 *
 * @throws AppError `not-found`.
 */
export async function packEvidence(
  { db, files, keys, config, clock }: Platform,
  enrolmentId: string,
): Promise<PackedFile[]> {
  const { pdf, ...proofs } = await getProofs(db, enrolmentId);
  const evidence = { academy: await academyName(db, config)(), packedAt: clock().toISOString(), ...proofs };
  const packed = [
    fileOf('evidence.json', JSON.stringify(evidence, null, 2)),
    fileOf('report.html', evidenceReport({ ...evidence, howToCheck })),
  ];
  if (pdf) packed.push({ name: 'certificate.pdf', content: await files.read('certificates', pdf) });
  const digests = Object.fromEntries(packed.map(({ name, content }) => [name, sha256(content)]));
  const statement = await signStatement({ keys, clock }, 'evidence', { enrolment: enrolmentId, files: digests });
  return [
    ...packed,
    fileOf('signature.jws', statement),
    fileOf('HOW-TO-CHECK.txt', howToCheckText({ ...evidence, publicUrl: config.publicUrl })),
  ];
}

const howToCheck =
  'The signature of the academy for this page is in signature.jws; HOW-TO-CHECK.txt explains how to check it.';

const fileOf = (name: string, text: string): PackedFile => ({ name, content: Buffer.from(text) });
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
