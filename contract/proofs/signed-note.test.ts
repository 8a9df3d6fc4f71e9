import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  checkpointText,
  parseCheckpoint,
  parseProof,
  toProofText,
  verifyCheckpoint,
  verifyProof,
} from './checkpoint.ts';
import { leafHash, nodeHash } from './merkle.ts';
import {
  BadNote,
  parseVkey,
  signatureLine,
  signatureTypes,
  signedBytes,
  toVkey,
  type Verifier,
  verifyNote,
} from './signed-note.ts';

function signer(name: string, type: Verifier['type']) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = Buffer.from(String(createPublicKey(privateKey).export({ format: 'jwk' }).x), 'base64url');
  const verifier = { name, type, key } as const;
  const line = (text: string, time?: number) =>
    signatureLine(verifier, sign(null, signedBytes(text, time), privateKey), time);
  return { verifier, line };
}
const log = signer('academy.example/api/log', signatureTypes.log);
const witness = signer('witness.example', signatureTypes.witness);
const stranger = signer('academy.example/api/log', signatureTypes.log);

const entries = ['one', 'two'].map((text) => new TextEncoder().encode(text));
const [one, two] = entries.map(leafHash) as [Uint8Array, Uint8Array];
const text = checkpointText({ origin: log.verifier.name, size: 2, root: nodeHash(one, two) });
const note = `${text}\n${log.line(text)}`;
const cosigned = `${note}${witness.line(text, 1_700_000_000)}`;

// The example of c2sp.org/signed-note@v1.0.0.
const example = {
  vkey: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  note: `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`,
};

test('the example of the specification is verified, and not if a letter of it changes', async () => {
  const key = parseVkey(example.vkey);
  expect((await verifyNote(example.note, [key])).signatures).toEqual([{ verifier: key }]);
  await expect(verifyNote(example.note.replace('message', 'massage'), [key])).rejects.toThrow('is wrong');
  expect(toVkey(key)).toBe(example.vkey);
});

test.each([
  'example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  'example.com/foo+530d903a+AOkyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  'example.com/foo+530d903a',
  'example com+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  '',
])('%j is no verifier key', (vkey) => {
  expect(() => parseVkey(vkey)).toThrow(/key/);
});

test('a checkpoint names its log and the witnesses that cosigned it', async () => {
  expect(await verifyCheckpoint(cosigned, [log.verifier], [witness.verifier])).toMatchObject({
    origin: 'academy.example/api/log',
    size: 2,
    cosignatures: [{ verifier: witness.verifier, time: 1_700_000_000 }],
  });
  // an unknown witness is ignored
  expect((await verifyCheckpoint(cosigned, [log.verifier])).cosignatures).toEqual([]);
});

test.each([
  ['signed by nobody', `${text}\n`],
  ['signed by a stranger with the name of the log', `${text}\n${stranger.line(text)}`],
  ['signed by a witness alone', `${text}\n${witness.line(text, 5)}`],
  ['with another size', note.replace('\n2\n', '\n3\n')],
  ['with a time that the witness did not sign', `${note}${signatureLine(witness.verifier, new Uint8Array(64), 7)}`],
  ['without signature lines', text],
  ['with a control character', note.replace('\n2\n', '\n2\t\n')],
  ['with a size in another form', note.replace('\n2\n', '\n02\n')],
])('a checkpoint %s is refused', async (_, refused) => {
  await expect(verifyCheckpoint(refused, [log.verifier], [witness.verifier])).rejects.toThrow();
});

test('a key signs checkpoints of its own log alone', async () => {
  const foreign = checkpointText({ ...parseCheckpoint(text), origin: 'another.example/log' });
  await expect(verifyCheckpoint(`${foreign}\n${log.line(foreign)}`, [log.verifier])).rejects.toThrow(
    'not signed by the log',
  );
});

test('a proof is read as it was written, and proves its entry and no other', async () => {
  const extra = new TextEncoder().encode('{"entry":"one"}');
  const proof = { index: 0, hashes: [two], checkpoint: cosigned, extra };
  const read = parseProof(toProofText(proof));
  expect(read).toEqual(proof);
  const keys = { log: [log.verifier], witnesses: [witness.verifier] };
  expect((await verifyProof(read, entries[0] as Uint8Array, keys)).cosignatures).toHaveLength(1);
  await expect(verifyProof(read, entries[1] as Uint8Array, keys)).rejects.toThrow('not in the log');
  await expect(verifyProof({ ...read, index: 1 }, entries[0] as Uint8Array, keys)).rejects.toThrow('not in the log');
});

test.each([
  ['', ''],
  ['another form', 'c2sp.org/tlog-proof@v2'],
])('a proof of %j is refused', (_, form) => {
  const whole = toProofText({ index: 0, hashes: [two], checkpoint: note });
  expect(() => parseProof(whole.replace('c2sp.org/tlog-proof@v1', form))).toThrow('not a proof');
  expect(() => parseProof(whole.replace('index 0', 'index 00'))).toThrow('not a proof');
  expect(() => parseProof(whole.slice(0, 60))).toThrow();
});

test('base 64 whose unused bits are set is refused like any other malformed text', () => {
  const bent = (line: string) => line.replace(/.=$/, 'B=');
  const whole = toProofText({ index: 0, hashes: [two], checkpoint: note, extra: new TextEncoder().encode('{}') });
  const hash = /^[^\n]{43}=$/m.exec(whole)?.[0] ?? '';
  expect(() => parseProof(whole.replace(hash, bent(hash)))).toThrow(BadNote);
  expect(() => parseProof(whole.replace('extra e30=', 'extra e31='))).toThrow(BadNote);
  expect(() => parseProof(whole.replace('extra e30=', 'extra %'))).toThrow(BadNote);
  expect(() => parseCheckpoint(`academy.example/api/log\n2\n${'A'.repeat(42)}B=\n`)).toThrow(BadNote);
});

test('a key of small order, with which anybody could sign, verifies nothing', async () => {
  const key = Uint8Array.of(1, ...new Uint8Array(31));
  const weak = { name: 'witness.example', type: signatureTypes.witness, key };
  const line = signatureLine(weak, Uint8Array.of(...key, ...new Uint8Array(32)), 7);
  await expect(verifyNote(`${text}\n${line}`, [weak])).rejects.toThrow('is wrong');
});
