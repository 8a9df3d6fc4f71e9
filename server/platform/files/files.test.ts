import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { createFiles, type Files, keepFor, type Prepared } from './files.ts';
import { type Folder, folderNamed } from './folders.ts';
import { contentOf } from './write-file.ts';

const secret = 'a secret of at least thirty-two characters';
let dataDir: string;
let files: Files;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'files-'));
  files = createFiles({ dataDir, secret, vault: secret, clock: () => new Date() });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const incomingNames = () => readdirSync(files.incoming);
const namesIn = (folder: Folder) => readdirSync(join(dataDir, 'files', folder));
const pdf = (text: string): Promise<Prepared> => files.receiveOwn(Buffer.from(text), 'application/pdf', 'paper.pdf');

test('a received file equals what was sent, and is readable by nobody else', async () => {
  const bytes = randomBytes(300_000);
  const file = await files.receive(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), { maxBytes: 300_000 });
  expect(readFileSync(file.path).equals(bytes)).toBe(true);
  expect(file).toMatchObject({ size: 300_000, sha256: createHash('sha256').update(bytes).digest('hex') });
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect(statSync(files.incoming).mode & 0o777).toBe(0o700);
});

// shows: asvs/5.2.1
test('a file over its limit is refused with the limit in words, and nothing of it is kept', async () => {
  const sending = Readable.from([Buffer.alloc(1_000_000), Buffer.alloc(1_000_000)]);
  const refusal = await files.receive(sending, { maxBytes: 2 ** 20, part: 'signature' }).catch((error) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal.code).toBe('too-large');
  expect(refusal.message).toBe('This file is too large. The limit is 1 MB.');
  expect(refusal.fields).toEqual({ signature: refusal.message });
  expect(sending.destroyed).toBe(true);
  expect(incomingNames()).toEqual([]);
});

test('a sender that disconnects leaves nothing behind', async () => {
  async function* broken() {
    yield Buffer.alloc(100_000);
    throw new Error('connection lost');
  }
  await expect(files.receive(broken(), { maxBytes: 2 ** 30 })).rejects.toThrow('connection lost');
  expect(incomingNames()).toEqual([]);
});

test('the sender is slowed to the disk: only a few chunks are in memory at a time', async () => {
  const [chunk, total] = [Buffer.alloc(64 * 1024, 7), 64 * 2 ** 20];
  let sent = 0;
  let mostHeld = 0;
  async function* source() {
    for (; sent < total; sent += chunk.length) {
      const [name] = incomingNames();
      mostHeld = Math.max(mostHeld, sent - (name ? statSync(join(files.incoming, name)).size : 0));
      yield chunk;
    }
  }
  expect((await files.receive(source(), { maxBytes: total })).size).toBe(total);
  expect(mostHeld).toBeGreaterThan(0);
  expect(mostHeld).toBeLessThan(3 * 2 ** 20);
});

// shows: asvs/5.4.1
test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\passport.jpg', 'passport.jpg'],
  ['gpj.\u202Ecod.exe\u0000\n', 'gpj.cod.exe'],
  ['', 'file'],
  ['..', '..'],
  ['पासपोर्ट.pdf', 'पासपोर्ट.pdf'],
])('the sender’s name %j is only displayed, as %j', async (given, shown) => {
  const file = await files.receive(Readable.from([Buffer.from('x')]), { maxBytes: 10, originalName: given });
  expect(file.originalName).toBe(shown);
  expect(file.path.startsWith(join(files.incoming, ''))).toBe(true);
});

test('a long name is displayed shortened', async () => {
  const originalName = 'a'.repeat(5000);
  const file = await files.receive(Readable.from([Buffer.from('x')]), { maxBytes: 10, originalName });
  expect(file.originalName).toBe('a'.repeat(200));
});

test('a stored file is in its folder under a generated name, and no longer among the incoming files', async () => {
  const prepared = await pdf('%PDF a');
  const kept = await files.keep(prepared, 'certificates');
  expect(kept.filename).toMatch(/^[0-9a-f-]{36}\.pdf$/);
  expect(kept).toMatchObject({ folder: 'certificates', contentType: 'application/pdf', sizeBytes: 6 });
  expect(kept.sha256).toBe(createHash('sha256').update('%PDF a').digest('hex'));
  expect((await files.read('certificates', kept.filename)).toString()).toBe('%PDF a');
  expect(incomingNames()).toEqual([]);
  // Every request discards its files at the end. This must not remove the kept file.
  await files.discard(prepared);
  expect(namesIn('certificates')).toEqual([kept.filename]);
});

// shows: threats/path-traversal, asvs/5.3.2
test.each([
  '../secrets/token',
  '..',
  '',
  '.incoming',
  'x.pdf',
  '00000000-0000-4000-8000-000000000000.pdf/../../x',
  '00000000-0000-4000-8000-000000000000.exe',
  '00000000-0000-4000-8000-000000000000.pdf\0',
])('%j is refused as a path', async (name) => {
  await expect(files.open('certificates', name)).rejects.toMatchObject({ code: 'not-found' });
  expect(() => files.remove({ folder: 'certificates', filename: name })).toThrow(AppError);
});

test('a folder is found in any case, and no other is found', () => {
  expect(folderNamed('COURSEIMG')).toBe('courseImg');
  for (const name of ['.incoming', '..', 'secrets', '']) expect(() => folderNamed(name)).toThrow(AppError);
});

test('files stored for a transaction that is rolled back are deleted', async () => {
  const wanted = [
    { file: await pdf('one'), folder: 'id_documents' },
    { file: await pdf('two'), folder: 'signatures' },
  ] as const;
  const refused = keepFor(files, wanted, async ([one, two]) => {
    expect(namesIn('id_documents')).toEqual([one.filename]);
    expect(namesIn('signatures')).toEqual([two.filename]);
    throw new AppError('conflict', 'There is one already');
  });
  await expect(refused).rejects.toThrow('There is one already');
  expect([...namesIn('id_documents'), ...namesIn('signatures'), ...incomingNames()]).toEqual([]);
});

test('files stored for a transaction with an unknown outcome remain, because their rows may exist', async () => {
  const wanted = [{ file: await pdf('one'), folder: 'id_documents' }] as const;
  const lost = keepFor(files, wanted, () => Promise.reject(new Error('connection lost during commit')));
  await expect(lost).rejects.toThrow('connection lost');
  expect(namesIn('id_documents')).toHaveLength(1);
});

test('if the second of two files cannot be stored, the first is deleted as well', async () => {
  const gone = await pdf('two');
  await files.discard(gone);
  const wanted = [
    { file: await pdf('one'), folder: 'id_documents' },
    { file: gone, folder: 'signatures' },
  ] as const;
  await expect(keepFor(files, wanted, async () => expect.unreachable())).rejects.toThrow('ENOENT');
  expect(namesIn('id_documents')).toEqual([]);
});

test('a missing file is an error for its reader, and does not crash the program before it is read', async () => {
  const path = join(files.incoming, 'gone');
  const content = contentOf(path);
  await expect(stat(path)).rejects.toThrow('ENOENT');
  await expect(text(content)).rejects.toThrow('ENOENT');
});
