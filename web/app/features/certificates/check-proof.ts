import type { LogKeys } from '@fairlead/contract/certificates/public-log';
import { parseProof, verifyProof } from '@fairlead/contract/proofs/checkpoint';
import { BadNote, parseVkey } from '@fairlead/contract/proofs/signed-note';
import type { Stated } from './check-code.ts';

/**
 * The result of a proof: that the log contained the certificate, among so many entries, since a time, and which
 * witnesses cosigned that; or that it shows nothing of the kind.
 */
export type LogEvidence =
  | { isProved: true; entry: number; size: number; at: string; witnesses: string[] }
  | { isProved: false };

/** The kinds of entries that say that a certificate is in force. */
const issues = ['issue', 'correct', 'record'];

/** Verifies on this device that the public log contains a certificate. */
export async function checkProof(logProof: string, { keys, witnesses }: LogKeys): Promise<LogEvidence> {
  try {
    const proof = parseProof(logProof);
    const { entry } = JSON.parse(new TextDecoder().decode(proof.extra)) as { entry: string };
    const { size, cosignatures } = await verifyProof(proof, new TextEncoder().encode(entry), {
      log: keys.map(parseVkey),
      witnesses: witnesses.map(({ key }) => parseVkey(key)),
    });
    const [index, at, kind] = JSON.parse(entry) as [number, string, string];
    if (index !== proof.index + 1 || !issues.includes(kind)) return { isProved: false };
    return { isProved: true, entry: index, size, at, witnesses: cosignatures.map(({ verifier }) => verifier.name) };
  } catch (error) {
    if (error instanceof BadNote || error instanceof SyntaxError) return { isProved: false };
    throw error;
  }
}

/**
 * Verifies the proof of the public log that a certificate's PDF carries (docs/public-log.md): that the log contains the
 * entry, and that the entry's digest is that of what this certificate states.
 *
 * @param isOfIt whether what the entry states is what this certificate states.
 */
export async function checkAttachedProof(
  text: string,
  isOfIt: (stated: Stated) => boolean,
  keys: LogKeys,
): Promise<LogEvidence> {
  const evidence = await checkProof(text, keys);
  return evidence.isProved && (await isAbout(text, isOfIt)) ? evidence : { isProved: false };
}

/** What the extra data of a proof should be; nobody has signed that. */
type Opening = { entry: string; salt?: string; facts?: Partial<Stated> };

async function isAbout(text: string, isOfIt: (stated: Stated) => boolean): Promise<boolean> {
  try {
    const { entry, salt, facts } = JSON.parse(new TextDecoder().decode(parseProof(text).extra)) as Opening;
    if (salt === undefined || typeof facts?.name !== 'string' || !isOfIt(facts as Stated)) return false;
    const digest = (JSON.parse(entry) as unknown[])[4];
    return digest === (await digestOf(facts, salt));
  } catch (error) {
    if (error instanceof BadNote || error instanceof SyntaxError) return false;
    throw error;
  }
}

async function digestOf(facts: object, salt: string): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(salt), hmac, false, ['sign']);
  const sorted = Object.fromEntries(Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1)));
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(JSON.stringify(sorted))));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
