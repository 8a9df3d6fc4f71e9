import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { createKeys, KeyLost } from './keys.ts';
import { BadStatement, readStatement, signStatement } from './statement.ts';

const db = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'keys-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let now = new Date('2026-11-20T06:30:00.750Z');
const clock = () => now;
const logOrigin = 'academy.example/api/log';
const open = () => createKeys({ db, dataDir, clock, academy: async () => 'Fairlead Maritime Academy', logOrigin });
const filesIn = () => readdirSync(join(dataDir, 'keys')).sort();
const wait = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000);
};
beforeEach(async () => {
  await db.deleteFrom('signingKey').execute();
  rmSync(join(dataDir, 'keys'), { recursive: true, force: true });
});

describe('the academy’s signing keys', () => {
  // shows: asvs/11.6.1, asvs/13.3.2
  test('are created once, stored with mode 600 in a folder of mode 700, and found again', async () => {
    const first = await open().facts();
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'keys', `${first.id}.pem`)).mode & 0o777).toBe(0o600);
    expect((await open().facts()).id).toBe(first.id);
    expect(first.privateKey.asymmetricKeyType).toBe('ed25519');
    expect(await open().published()).toEqual([
      {
        id: first.id,
        key: createPublicKey(first.privateKey).export({ format: 'jwk' }).x,
        validFrom: new Date('2026-11-20T06:30:00Z'),
        validUntil: null,
      },
    ]);
  });

  test('are on the disk with their names before they sign', async () => {
    const handle = await openFile(dataDir);
    const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
    await handle.close();
    const flushed: string[][] = [];
    sync.mockImplementation(async function (this: FileHandle) {
      if ((await this.stat()).isDirectory()) flushed.push(filesIn());
    });
    const { id } = await open().facts();
    sync.mockRestore();
    expect(flushed).toEqual([[`${id}.pem`]]);
  });

  test('exist once, however many programs create them at once (races on the server engine)', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await open().facts()).id));
    expect(new Set(ids).size).toBe(1);
    expect(filesIn()).toEqual([`${ids[0]}.pem`]);
  });

  // shows: asvs/11.1.1, asvs/11.2.2
  test('are rotated: the old one ends, its private key is deleted, its public key remains', async () => {
    const keys = open();
    const { id: old } = await keys.facts();
    wait(24);
    const id = await keys.rotate('facts');
    expect((await keys.facts()).id).toBe(id);
    expect(filesIn()).toEqual([`${id}.pem`]);
    const ended = new Date('2026-11-21T06:30:00Z');
    expect(await keys.published()).toMatchObject([
      { id, validFrom: ended, validUntil: null },
      { id: old, validUntil: ended },
    ]);
  });

  test.each([
    ['removed', (file: string) => rmSync(file)],
    ['damaged', (file: string) => writeFileSync(file, '-----BEGIN PRIVATE KEY-----\n')],
  ])('that were %s are replaced by a rotation alone, and their signatures are still verified', async (_, lose) => {
    const keys = open();
    const { id: lost } = await keys.facts();
    const signed = await signStatement({ keys, clock }, 'log-head', { size: 7 });
    lose(join(dataDir, 'keys', `${lost}.pem`));
    wait(1);
    await expect(open().facts()).rejects.toThrow(new KeyLost([{ purpose: 'facts', id: lost }]));
    expect(await keys.published()).toMatchObject([{ id: lost, validUntil: null }]);
    const id = await open().rotate('facts');
    expect(id).not.toBe(lost);
    expect((await open().facts()).id).toBe(id);
    expect(await readStatement(await keys.published(), 'log-head', signed)).toMatchObject({ size: 7 });
  });

  test('of a time when the clock was ahead are replaced after it was set right', async () => {
    wait(40 * 24);
    const ahead = await open().facts();
    wait(-40 * 24);
    expect(await open().rotate('facts')).not.toBe(ahead.id);
  });

  test('are not replaced by an instance that lacks their files, for any purpose', async () => {
    const keys = open();
    const made = {
      facts: (await keys.facts()).id,
      log: (await keys.log()).verifier,
      pdf: (await keys.pdf()).certificates,
    };
    const elsewhere = mkdtempSync(join(tmpdir(), 'keys-'));
    const other = createKeys({ db, dataDir: elsewhere, clock, logOrigin, academy: async () => 'Fairlead' });
    for (const purpose of ['facts', 'log', 'pdf'] as const)
      await expect(other[purpose]()).rejects.toThrow(`or replace what is lost by npm run rotate-keys -- ${purpose}.`);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect([(await keys.facts()).id, (await keys.log()).verifier, (await keys.pdf()).certificates]).toEqual(
      Object.values(made),
    );
    rmSync(elsewhere, { recursive: true });
  });

  test('for PDFs have a certificate in the academy’s name, for signing documents', async () => {
    const { privateKey, certificates } = await open().pdf();
    const certificate = new X509Certificate(certificates[0] ?? '');
    expect(certificate.subject).toBe('CN=Fairlead Maritime Academy');
    expect(certificate.verify(createPublicKey(privateKey))).toBe(true);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36']);
    expect(certificate.validFromDate).toEqual(new Date(Math.floor(now.getTime() / 1000) * 1000));
    expect((await open().pdf()).certificates).toEqual(certificates);
  });
});

describe('the certificates of PDFs', () => {
  const bought = (name: string) =>
    createKeys({
      db,
      dataDir,
      clock,
      academy: async () => 'Fairlead Maritime Academy',
      logOrigin,
      pkcs12: { file: join(import.meta.dirname, 'fixtures', name), password: 'sésame' },
    });
  const published = async () =>
    (await open().publishedPdf()).map(({ certificates, validUntil }) => [
      certificates.map(({ subject }) => subject),
      certificates[0].publicKey.asymmetricKeyType,
      validUntil,
    ]);

  // shows: asvs/11.1.1
  test('remain published after a rotation, each with its period', async () => {
    const keys = open();
    const first = await keys.pdf();
    const began = new Date(Math.floor(now.getTime() / 1000) * 1000);
    wait(24);
    await keys.rotate('pdf');
    const [current, old] = await keys.publishedPdf();
    expect(String(old?.certificates[0])).toBe(first.certificates[0]);
    expect(String(current?.certificates[0])).toBe((await keys.pdf()).certificates[0]);
    expect(old).toMatchObject({ validFrom: began, validUntil: current?.validFrom });
    expect(current?.validUntil).toBeNull();
  });

  test('include those of certificate authorities with their chain, from the beginning of the certificate', async () => {
    await open().pdf();
    wait(1);
    const [kept] = filesIn();
    const { certificates } = await bought('rsa.p12').pdf();
    expect(filesIn()).not.toContain(kept); // the private half of the program's own key, which is replaced
    expect(await published()).toEqual([
      [['CN=Fairlead Maritime Academy'], 'ec', expect.any(Date)],
      [['CN=Quay Academy', 'CN=Quay Authority'], 'rsa', null],
    ]);
    const own = new X509Certificate(certificates[0] ?? '');
    expect((await open().publishedPdf())[1]).toMatchObject({ validFrom: own.validFromDate });
    await bought('p-256.p12').pdf();
    expect(await published()).toHaveLength(3);
    await bought('rsa.p12').pdf(); // used again
    expect((await published()).filter(([, , until]) => until === null)).toEqual([
      [['CN=Quay Academy', 'CN=Quay Authority'], 'rsa', null],
    ]);
    await open().pdf(); // the file is no longer configured
    expect((await published()).filter(([, , until]) => until === null)).toEqual([
      [['CN=Fairlead Maritime Academy'], 'ec', null],
    ]);
  });

  test('are recorded once, however many programs start at once (races on the server engine)', async () => {
    await Promise.all(Array.from({ length: 8 }, () => bought('rsa.p12').pdf()));
    expect(await published()).toHaveLength(1);
  });
});

describe('a statement', () => {
  const signed = (keys = open()) => signStatement({ keys, clock }, 'log-head', { size: 7, head: 'abc' });

  test('is read back with its time', async () => {
    const keys = open();
    const statement = await signed(keys);
    const claims = await readStatement(await keys.published(), 'log-head', statement);
    expect(claims).toEqual({ size: 7, head: 'abc', iat: Math.floor(now.getTime() / 1000) });
  });

  // shows: asvs/9.1.1, asvs/9.2.2
  test('is refused with a changed character, as another kind, with a stranger’s key, and if malformed', async () => {
    const keys = open();
    const statement = await signed(keys);
    const published = await keys.published();
    const [header, payload = '', signature] = statement.split('.');
    const changed = [header, `${payload.slice(0, -2)}A${payload.slice(-1)}`, signature].join('.');
    const refusal = (kind: 'log-head' | 'evidence', text: string) =>
      readStatement(published, kind, text).catch((error: unknown) => error);
    expect(await refusal('log-head', changed)).toEqual(new BadStatement('It was changed after it was signed'));
    expect(await refusal('evidence', statement)).toEqual(new BadStatement('It is no statement of the kind evidence'));
    expect(await refusal('log-head', 'nothing')).toEqual(new BadStatement('It is no signed statement'));
    const { privateKey } = generateKeyPairSync('ed25519');
    const stranger = { ...keys, facts: async () => ({ id: 'stranger', privateKey, validFrom: now }) };
    expect(await refusal('log-head', await signed(stranger))).toEqual(
      new BadStatement('It is signed with a key that is not the academy’s'),
    );
  });

  // shows: asvs/9.2.1
  test('that is dated after the end of its signing key was not signed by the academy', async () => {
    const keys = open();
    const old = await keys.facts();
    await keys.rotate('facts');
    wait(1);
    const late = await signed({ ...keys, facts: async () => old });
    await expect(readStatement(await keys.published(), 'log-head', late)).rejects.toThrow('key was not in force');
  });
});

describe('the key of a certificate authority', () => {
  // made by `openssl pkcs12 -export`
  const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
  const from = (file: string, password: string) =>
    createKeys({ db, dataDir, clock, academy: async () => 'Fairlead', logOrigin, pkcs12: { file, password } }).pdf();

  test.each(['rsa.p12', 'p-256.p12'])('is read from a PKCS#12 file: %s', async (name) => {
    const { privateKey, certificates } = await from(fixture(name), 'sésame');
    const [own, above, ...more] = certificates.map((pem) => new X509Certificate(pem));
    expect([own?.subject, above?.subject, more]).toEqual(['CN=Quay Academy', 'CN=Quay Authority', []]);
    expect(own?.publicKey.equals(createPublicKey(privateKey))).toBe(true);
    await expect(from(fixture(name), 'wrong')).rejects.toThrow('the password is wrong');
  });

  test('is refused with a reason if the file is missing, is something else, or has another kind of key', async () => {
    await expect(from(fixture('none.p12'), 'x')).rejects.toThrow('it cannot be read (ENOENT)');
    await expect(from(import.meta.filename, 'x')).rejects.toThrow('it is no PKCS#12 file');
    await expect(from(fixture('ed25519.p12'), 'sésame')).rejects.toThrow('its key is neither RSA nor ECDSA on P-256');
    await expect(from(fixture('legacy.p12'), 'sésame')).rejects.toThrow('or its encryption is an old one');
  });
});
