import type { LogKeys } from '@fairlead/contract/certificates/public-log';
import { checkpointText, toProofText } from '@fairlead/contract/proofs/checkpoint';
import { leafHash, nodeHash } from '@fairlead/contract/proofs/merkle';
import {
  signatureLine,
  signatureTypes,
  signedBytes,
  toVkey,
  type Verifier,
} from '@fairlead/contract/proofs/signed-note';
import { getPublicKeyAsync, signAsync, utils } from '@noble/ed25519';

/**
 * A public log of two entries with its key and one witness; the first entry is that of a certificate.
 *
 * @param more.number the number that the certificate's entry states.
 * @param more.opening the salt and facts of its digest, as the holder's proof has them.
 */
export async function logOfTwo({
  number = 1,
  kind = 'issue',
  at = '2026-09-05T09:00:00.000Z',
  digest = 'a'.repeat(64),
  opening = {},
}: {
  number?: number;
  kind?: string;
  at?: string;
  digest?: string;
  opening?: object;
} = {}) {
  const log = await signer('academy.example/api/log', signatureTypes.log);
  const witness = await signer('witness.example', signatureTypes.witness);
  const entry = JSON.stringify([number, at, kind, '8b3e2d21-1111-4222-8333-000000000001', digest, '0'.repeat(64)]);
  const other = leafHash(new TextEncoder().encode('another entry'));
  const root = nodeHash(leafHash(new TextEncoder().encode(entry)), other);
  const text = checkpointText({ origin: log.verifier.name, size: 2, root });
  const checkpoint = `${text}\n${await log.line(text)}${await witness.line(text, 1_788_600_000)}`;
  const extra = new TextEncoder().encode(JSON.stringify({ entry, ...opening }));
  const keys: LogKeys = {
    origin: log.verifier.name,
    keys: [toVkey(log.verifier)],
    witnesses: [{ key: toVkey(witness.verifier), url: 'https://witness.example' }],
  };
  return { keys, logProof: toProofText({ index: 0, hashes: [other], checkpoint, extra }) };
}

async function signer(name: string, type: Verifier['type']) {
  const secret = utils.randomSecretKey();
  const verifier: Verifier = { name, type, key: await getPublicKeyAsync(secret) };
  const line = async (text: string, time?: number) =>
    signatureLine(verifier, await signAsync(signedBytes(text, time), secret), time);
  return { verifier, line };
}
