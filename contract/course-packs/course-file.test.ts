import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getPublicKeyAsync, signAsync } from '@noble/ed25519';
import { base64urlnopad as base64url } from '@scure/base';
import { expect, test } from 'vitest';
import {
  BadCourseFile,
  courseKeyId,
  courseKeyIn,
  decryptPiece,
  digestOfFile,
  encryptPiece,
  keyOfFile,
  layoutOf,
  type Manifest,
  pieceAt,
  prefixBytes,
  readManifest,
  readPrefix,
  writePrefix,
} from './course-file.ts';

const folder = join(import.meta.dirname, '../../transparency/test-vectors');
const vector = Uint8Array.from(await readFile(join(folder, 'course.fairlead')));
const { keys } = JSON.parse(await readFile(join(folder, 'course-file-keys.json'), 'utf8')).data;
/** The course key of the test vector, and the private key of its academy. */
const courseKey = new Uint8Array(32).fill(2);
const academy = new Uint8Array(32).fill(1);

const utf8 = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown) => base64url.encode(utf8(JSON.stringify(value)));
const statementBytes = readPrefix(vector.subarray(0, prefixBytes));
const statement = new TextDecoder().decode(vector.subarray(prefixBytes, prefixBytes + statementBytes));
const manifest = await readManifest(statement, keys);

/** A statement of this content, signed by the academy of the test vector. */
async function signed(content: unknown, header: object = {}, by = academy): Promise<string> {
  const head = { alg: 'EdDSA', kid: keys[0].id, typ: 'fairlead-course-file+jws', ...header };
  const text = `${json(head)}.${json(content)}`;
  return `${text}.${base64url.encode(await signAsync(utf8(text), by))}`;
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof BadCourseFile ? error.fault : Promise.reject(error)),
  );

// What docs/course-file.md states of them.
test('the test vector of course files is read here', async () => {
  expect(await courseKeyId(courseKey)).toBe('dYd7tB05O18');
  expect(manifest).toMatchObject({ title: 'Personal Survival Techniques', key: 'dYd7tB05O18', iat: 1_795_156_200 });
  expect(keys[0].key).toBe(base64url.encode(await getPublicKeyAsync(academy)));
  const { places, size } = layoutOf(statementBytes, manifest.files);
  expect([statementBytes, size, vector.length]).toEqual([1009, 1490, 1490]);
  const texts: string[] = [];
  for (const [index, file] of manifest.files.entries()) {
    const { digestsAt, piecesAt, pieces } = places[index] ?? { digestsAt: 0, piecesAt: 0, pieces: 0 };
    const digests = vector.slice(digestsAt, digestsAt + pieces * 32);
    expect([pieces, await digestOfFile(digests)]).toEqual([1, file.digest]);
    const { at, length } = pieceAt(file, 0);
    const encrypted = vector.slice(piecesAt + at, piecesAt + at + length);
    const piece = await decryptPiece(await keyOfFile(courseKey, file.digest), 0, encrypted);
    expect(new Uint8Array(await crypto.subtle.digest('SHA-256', piece))).toEqual(digests);
    texts.push(new TextDecoder().decode(piece));
  }
  expect(texts[1]).toBe('WEBVTT\n\n00:00.000 --> 00:01.000\nMuster — एकत्र हों\n');
  // the second piece of a file has another nonce
  const key = await keyOfFile(courseKey, manifest.files[1]?.digest ?? '');
  const second = await encryptPiece(key, 1, Uint8Array.of(0x78));
  expect(Buffer.from(second).toString('hex')).toBe('9e2a1e21d3fcbb076cb1f866be7d7738e9');
});

test.each([
  ['of a file that is something else', Uint8Array.from([...utf8('%PDF-1.7\n%âãÏÓ and more')]), 'not-a-course-file'],
  ['that was transferred as text', vector.slice(0, 16).map((byte) => (byte === 13 ? 10 : byte)), 'not-a-course-file'],
  ['that is too short', vector.slice(0, 15), 'not-a-course-file'],
  ['of a newer version', Uint8Array.from(vector.slice(0, 16), (byte, at) => (at === 11 ? 2 : byte)), 'newer-version'],
  ['of no version', Uint8Array.from(vector.slice(0, 16), (byte, at) => (at === 11 ? 0 : byte)), 'not-a-course-file'],
  ['with a statement of gigabytes', writePrefix(2 ** 31), 'not-a-course-file'],
])('a beginning %s is refused', async (_, prefix, fault) => {
  expect(await faultOf((async () => readPrefix(prefix))())).toBe(fault);
});

const [header = '', payload = '', signature = ''] = statement.split('.');
const changed: Manifest = { ...manifest, title: 'Another course' };
const later = [{ ...keys[0], validFrom: '2026-12-01T00:00:00.000Z' }];
const ended = [{ ...keys[0], validUntil: '2026-11-02T00:00:00.000Z' }];

test.each([
  ['changed after it was signed', `${header}.${json(changed)}.${signature}`, keys, 'not-signed'],
  ['signed by somebody else in the academy’s name', await signed(manifest, {}, courseKey), keys, 'not-signed'],
  ['without a signature', `${header}.${payload}.`, keys, 'not-signed'],
  ['of another academy', await signed(manifest, { kid: 'AAAAAAAAAAA' }), keys, 'unknown-key'],
  ['without an algorithm', await signed(manifest, { alg: 'none' }), keys, 'not-a-course-file'],
  ['of another kind', await signed(manifest, { typ: 'fairlead-offline-pass+jws' }), keys, 'not-a-course-file'],
  ['dated before its key', statement, later, 'not-signed'],
  ['dated after its key', statement, ended, 'not-signed'],
  ['without films', await signed({ ...manifest, films: undefined }), keys, 'not-a-course-file'],
  ['that names a file which it does not list', await signed({ ...manifest, pictures: [2] }), keys, 'not-a-course-file'],
  [
    'with a name that leads out of its folder',
    await signed({ ...manifest, files: [{ ...manifest.files[0], name: '../../etc/passwd' }, manifest.files[1]] }),
    keys,
    'not-a-course-file',
  ],
  ['that is no JSON', `${payload.slice(1)}.${payload}.${signature}`, keys, 'not-a-course-file'],
])('a statement %s is refused', async (_, given, list, fault) => {
  expect(await faultOf(readManifest(given, list))).toBe(fault);
});

test('a piece is refused when a bit of it has changed, in another place, and with the key of another course', async () => {
  const digest = manifest.files[0]?.digest ?? '';
  const key = await keyOfFile(courseKey, digest);
  const encrypted = await encryptPiece(key, 3, utf8('a drill'));
  expect(new TextDecoder().decode(await decryptPiece(key, 3, encrypted))).toBe('a drill');
  expect(await faultOf(decryptPiece(key, 4, encrypted))).toBe('damaged');
  expect(
    await faultOf(
      decryptPiece(
        key,
        3,
        encrypted.map((byte, at) => (at === 2 ? byte ^ 1 : byte)),
      ),
    ),
  ).toBe('damaged');
  const other = await keyOfFile(courseKeyIn(base64url.encode(new Uint8Array(32))), digest);
  expect(await faultOf(decryptPiece(other, 3, encrypted))).toBe('damaged');
});

test('files of no, one and several pieces follow one another, and a file in the middle of them is found', () => {
  const files = [{ bytes: 0 }, { bytes: 262_144 }, { bytes: 262_145 }, { bytes: 5 }];
  const { places, size } = layoutOf(100, files);
  const at = 16 + 100 + 4 * 32;
  expect(places.map(({ piecesAt, pieces }) => [piecesAt - at, pieces])).toEqual([
    [0, 0],
    [0, 1],
    [262_160, 2],
    [262_160 + 262_145 + 32, 1],
  ]);
  expect(size).toBe(at + 262_144 + 262_145 + 5 + 4 * 16);
  expect(pieceAt({ bytes: 262_145 }, 1)).toEqual({ at: 262_160, length: 17 });
});

const python = '/usr/bin/python3';
test.skipIf(!existsSync(python))('the test vector of course files is verified in Python', async () => {
  const script = join(folder, '../verify_course_file.py');
  const files = [join(folder, 'course.fairlead'), join(folder, 'course-file-keys.json')];
  const verify = (key: Uint8Array) => promisify(execFile)(python, [script, ...files, base64url.encode(key)]);
  const { stdout } = await verify(courseKey);
  expect(stdout).toMatch(/^signed by _RENMB0vB30: Personal Survival Techniques .*\n2 files, 2 pieces, 1490 bytes/);
  expect(stdout).toContain('every piece is right\n');
  await expect(verify(academy)).rejects.toMatchObject({
    stdout: expect.stringContaining('encrypted with another key'),
  });
});
