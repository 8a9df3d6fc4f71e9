import { createHash } from 'node:crypto';
import { type Checkpoint, parseCheckpoint, verifyCheckpoint } from '@fairlead/contract/proofs/checkpoint';
import { emptyRoot, isSameHash, leafHash, nodeHash } from '@fairlead/contract/proofs/merkle';
import { BadNote, type GoodSignature, type Verifier } from '@fairlead/contract/proofs/signed-note';

/**
 * The state that a monitor keeps of a log between two looks: the last verified checkpoint, and the hashes of the
 * complete subtrees of which its tree consists, from left to right.
 */
export type Seen = { note: string; size: number; subtrees: string[] };

/** A flaw of a log. `fork`: it shows a history other than the one it signed before. */
type Alarm = { kind: 'fork' | 'removed' | 'back-dated' | 'malformed' | 'unsigned'; text: string };

export type Look = {
  alarms: Alarm[];
  entries: LogEntry[];
  seen: Seen | undefined;
  cosignatures: GoodSignature[];
  /** How many entries of the whole log are dated more than an hour before an earlier one. */
  backDated: number;
};
type LogEntry = { index: number; at: string; kind: string; subject: string; digest: string };

type Dependencies = {
  /** The URL below which the log is published, such as https://academy.example/api/log. */
  url: string;
  log: readonly Verifier[];
  witnesses?: readonly Verifier[];
  get?: (url: string) => Promise<Response>;
};

const tileWidth = 256;
/** A transaction may take this long, in seconds, between the time of its action and its entry in the log. */
const lateSeconds = 3600;
const firstHash = '0'.repeat(64);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

/**
 * Follows a log from outside: verifies that its newest checkpoint is signed and continues the one seen before, and
 * reads every entry, also those that it has read before: what somebody else is shown of them may have changed since.
 *
 * @param before what the last look returned; undefined for the first.
 * @returns alarms, the new entries, and what to keep for the next look: what was kept before, unless the log has only
 *   grown. So an alarm repeats itself until the log is as it was, and a back-dated entry is reported once.
 * @throws when the log does not answer.
 */
export async function lookAt(
  { url, log, witnesses = [], get = fetch }: Dependencies,
  before: Seen | undefined,
): Promise<Look> {
  const nothing = { entries: [], seen: before, cosignatures: [], backDated: 0 };
  const alarm = (kind: Alarm['kind'], text: string): Look => ({ ...nothing, alarms: [{ kind, text }] });
  const note = Buffer.from(await bodyOf(await get(`${url}/checkpoint`))).toString();
  let checkpoint: Checkpoint & { cosignatures: GoodSignature[] };
  try {
    checkpoint = await verifyCheckpoint(note, log, witnesses);
  } catch (error) {
    if (error instanceof BadNote) return alarm('unsigned', error.message);
    throw error;
  }
  const { size, cosignatures } = checkpoint;
  const last = before && parseCheckpoint(before.note);
  if (last && size < last.size) {
    return alarm('removed', `The log had ${last.size} entries, and its signed checkpoint has ${size}.`);
  }
  const texts: string[] = [];
  for (let number = 0; number * tileWidth < size; number++) {
    const width = Math.min(tileWidth, size - number * tileWidth);
    const path = `tile/entries/${tilePath(number)}${width < tileWidth ? `.p/${width}` : ''}`;
    const response = await get(`${url}/${path}`);
    // The log signed that it has these entries.
    if (response.status === 404) return alarm('removed', `The log no longer has the entries in ${path}.`);
    const bundle = entriesIn(Buffer.from(await bodyOf(response)));
    if (bundle?.length !== width) return alarm('malformed', `The entries in ${path} are malformed.`);
    texts.push(...bundle);
  }
  const known = before?.size ?? 0;
  const subtrees = subtreesOf(texts.slice(0, known));
  if (before && subtrees.join() !== before.subtrees.join()) {
    return alarm('fork', `The log shows other entries than before among its first ${known}: it was rewritten.`);
  }
  const grown = subtreesOf(texts.slice(known), before);
  if (!isSameHash(rootOf(grown.map(unhex)), checkpoint.root)) {
    const reason = last && last.size === size ? 'another root' : 'entries that do not lead to its signed root';
    return alarm('fork', `The log shows ${reason}: not everybody is shown the same history.`);
  }
  const { entries, malformed, backDated } = judged(texts);
  if (malformed.length > 0) return { ...nothing, alarms: malformed };
  return {
    alarms: backDated.filter(({ index }) => index > known).map(({ text }) => ({ kind: 'back-dated', text })),
    entries: entries.slice(known),
    cosignatures,
    seen: { note, size, subtrees: grown },
    backDated: backDated.length,
  };
}

async function bodyOf(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.arrayBuffer();
}

/** 1234067 → `x001/x234/067`. */
export function tilePath(number: number): string {
  const digits = String(number).padStart(Math.ceil(String(number).length / 3) * 3, '0');
  const parts = digits.match(/\d{3}/g) ?? [];
  return parts.map((part, index) => (index < parts.length - 1 ? `x${part}` : part)).join('/');
}

/** The entries in a bundle, each preceded by its length in two bytes; undefined if it ends within one. */
function entriesIn(bundle: Buffer): string[] | undefined {
  const texts: string[] = [];
  let at = 0;
  while (at + 2 <= bundle.length) {
    const length = bundle.readUInt16BE(at);
    if (at + 2 + length > bundle.length) return undefined;
    texts.push(bundle.toString('utf8', at + 2, at + 2 + length));
    at += 2 + length;
  }
  return at === bundle.length ? texts : undefined;
}

/** The complete subtrees of a tree after more entries, from left to right: one for each 1 in the size's binary form. */
function subtreesOf(
  texts: readonly string[],
  { size, subtrees }: Pick<Seen, 'size' | 'subtrees'> = { size: 0, subtrees: [] },
): string[] {
  const hashes = subtrees.map(unhex);
  texts.forEach((text, index) => {
    let hash: Uint8Array = leafHash(Buffer.from(text));
    for (let count = size + index; count % 2 === 1; count = Math.floor(count / 2)) {
      const left = hashes.pop();
      if (left) hash = nodeHash(left, hash);
    }
    hashes.push(hash);
  });
  return hashes.map(hex);
}

function rootOf(subtrees: readonly Uint8Array[]): Uint8Array {
  const last = subtrees.at(-1);
  return last ? subtrees.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last) : emptyRoot();
}

/** All entries: each must have its place, continue the chain, and not be older than those before it. */
function judged(texts: readonly string[]) {
  const entries: LogEntry[] = [];
  const malformed: Alarm[] = [];
  const backDated: { index: number; text: string }[] = [];
  let previous = firstHash;
  let newest = new Date(0).toISOString();
  texts.forEach((text, offset) => {
    const entry = parsed(text);
    const index = offset + 1;
    if (!entry || entry.index !== index || entry.previous !== previous) {
      malformed.push({ kind: 'malformed', text: `Entry ${index} does not continue the log: ${text.slice(0, 200)}` });
      return;
    }
    if (Date.parse(entry.at) < Date.parse(newest) - lateSeconds * 1000) {
      backDated.push({ index, text: `Entry ${index} is dated ${entry.at}, and an earlier one ${newest}.` });
    }
    previous = entry.hash;
    if (entry.at > newest) newest = entry.at;
    const { kind, subject, digest, at } = entry;
    entries.push({ index, at, kind, subject, digest });
  });
  return { entries, malformed, backDated };
}

function parsed(text: string) {
  try {
    const fields: unknown = JSON.parse(text);
    const [index, at, kind, subject, digest, previous] = fields as [number, ...string[]];
    if (!Array.isArray(fields) || fields.length !== 6 || Number.isNaN(Date.parse(String(at)))) return undefined;
    const hash = createHash('sha256').update(text).digest('hex');
    return {
      index,
      at: String(at),
      kind: String(kind),
      subject: String(subject),
      digest: String(digest),
      previous,
      hash,
    };
  } catch {
    return undefined;
  }
}
