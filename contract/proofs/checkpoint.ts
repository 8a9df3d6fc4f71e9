import { base64 } from '@scure/base';
import { isSameHash, leafHash, rootOfInclusion, type TreeHead } from './merkle.ts';
import {
  BadNote,
  decoded,
  type GoodSignature,
  parseNote,
  signatureTypes,
  type Verifier,
  verifyNote,
} from './signed-note.ts';

// Checkpoints (c2sp.org/tlog-checkpoint) and inclusion proofs (c2sp.org/tlog-proof) of a transparency log.

export type Checkpoint = TreeHead & { origin: string };

/** The text of a checkpoint that is signed: origin, size and root, each on a line. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${base64.encode(root)}\n`;

const sizeForm = /^(0|[1-9]\d{0,14})$/;

/** @throws BadNote for a text in another form. Lines after the root are ignored. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = ''] = text.split('\n');
  const bytes = hashOf(root);
  if (origin === '' || !sizeForm.test(size) || !bytes) throw new BadNote('This is not a checkpoint.');
  return { origin, size: Number(size), root: bytes };
}

/** A hash in base 64; undefined for anything else. */
export function hashOf(line: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]{43}=$/.test(line) ? decoded(line) : undefined;
}

/** A verified checkpoint, and the witnesses that cosigned it. */
export type VerifiedCheckpoint = Checkpoint & { cosignatures: GoodSignature[] };

/**
 * Verifies a signed checkpoint of a log.
 *
 * @param log the keys of the log. Their name is its origin.
 * @param witnesses the keys of witnesses that the verifier knows.
 * @throws BadNote unless one of the log's keys signed it.
 */
export async function verifyCheckpoint(
  note: string,
  log: readonly Verifier[],
  witnesses: readonly Verifier[] = [],
): Promise<VerifiedCheckpoint> {
  const { text, signatures } = await verifyNote(note, [...log, ...witnesses]);
  const checkpoint = parseCheckpoint(text);
  const isOfLog = ({ verifier }: GoodSignature) =>
    verifier.type === signatureTypes.log && log.includes(verifier) && verifier.name === checkpoint.origin;
  if (!signatures.some(isOfLog)) throw new BadNote('This checkpoint is not signed by the log.');
  return {
    ...checkpoint,
    cosignatures: signatures.filter(({ verifier }) => verifier.type === signatureTypes.witness),
  };
}

/** The inclusion proof of an entry, with the checkpoint to which it leads, as a signed note. */
export type LogProof = { index: number; hashes: readonly Uint8Array[]; checkpoint: string; extra?: Uint8Array };

const proofForm = 'c2sp.org/tlog-proof@v1';

/** A proof as text (`.tlog-proof`). */
export const toProofText = ({ index, hashes, checkpoint, extra }: LogProof): string =>
  [
    proofForm,
    ...(extra ? [`extra ${base64.encode(extra)}`] : []),
    `index ${index}`,
    ...hashes.map((hash) => base64.encode(hash)),
    '',
    checkpoint,
  ].join('\n');

/** @throws BadNote */
export function parseProof(text: string): LogProof {
  const end = text.indexOf('\n\n');
  const [form, ...lines] = text.slice(0, end).split('\n');
  const encoded = lines[0]?.startsWith('extra ') ? lines.shift()?.slice(6) : undefined;
  const extra = encoded === undefined ? undefined : decoded(encoded);
  if (encoded !== undefined && !extra) throw new BadNote('The extra data of this proof is malformed.');
  const index = lines.shift() ?? '';
  const hashes = lines.map(hashOf);
  const isWhole = end !== -1 && form === proofForm && /^index (0|[1-9]\d{0,14})$/.test(index) && hashes.length <= 63;
  if (!isWhole || hashes.includes(undefined)) throw new BadNote('This is not a proof of a log.');
  const checkpoint = text.slice(end + 2);
  parseNote(checkpoint);
  return {
    index: Number(index.slice(6)),
    hashes: hashes as Uint8Array[],
    checkpoint,
    ...(extra && { extra }),
  };
}

/** Whether the hashes of a proof lead from an entry to the root of its checkpoint, whose signatures are not checked. */
export function leadsToRoot({ index, hashes, checkpoint }: LogProof, entry: Uint8Array): boolean {
  const { size, root } = parseCheckpoint(parseNote(checkpoint).text);
  const found = rootOfInclusion({ index, size, leaf: leafHash(entry) }, hashes);
  return found !== undefined && isSameHash(found, root);
}

/**
 * Verifies that an entry is in a log, at the place and under the checkpoint that the proof names.
 *
 * @throws BadNote if it is not, or if the log did not sign the checkpoint.
 */
export async function verifyProof(
  proof: LogProof,
  entry: Uint8Array,
  keys: { log: readonly Verifier[]; witnesses?: readonly Verifier[] },
): Promise<VerifiedCheckpoint> {
  const checkpoint = await verifyCheckpoint(proof.checkpoint, keys.log, keys.witnesses);
  if (!leadsToRoot(proof, entry)) throw new BadNote('This entry is not in the log.');
  return checkpoint;
}
