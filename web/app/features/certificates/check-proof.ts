import { parseProof, verifyProof } from '@fairlead/contract/checkpoint';
import type { LogKeys } from '@fairlead/contract/public-log';
import { BadNote, parseVkey } from '@fairlead/contract/signed-note';

/**
 * What a proof shows: that the log contained the certificate, among so many entries, since a time, and which witnesses
 * cosigned that; or that it shows nothing of the kind.
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
