import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { clamdScanner, eicar } from './clamd.ts';
import { clamdStandIn } from './testing/clamd-stand-in.ts';

/** Debian's clamd, which the test command installs where it is permitted (tools/clamd.ts). */
const program = '/usr/sbin/clamd';
const mark = 'FAIRLEAD-SIGNATURE-OF-A-TEST';

const partsOf = (content: Uint8Array) =>
  Readable.from([content.subarray(0, 7), content.subarray(7, 7), content.subarray(7)]);

describe('a scanner', () => {
  // shows: threats/malware-in-document
  test('sends the whole file, and distinguishes a verdict from an error', async () => {
    const standIn = await clamdStandIn();
    const [host = '', port] = standIn.endpoint.split(':');
    const scan = clamdScanner({ host, port: Number(port) });
    const content = randomBytes(300_000);
    expect(await scan(partsOf(content))).toBeNull();
    expect(standIn.scanned[0]?.equals(content)).toBe(true);
    expect(await scan(partsOf(Buffer.from(eicar)))).toBe('Eicar-Test-Signature');
    standIn.says = 'INSTREAM size limit exceeded. ERROR';
    await expect(scan(partsOf(content))).rejects.toThrow('size limit exceeded');
    standIn.says = '';
    await expect(scan(partsOf(content))).rejects.toThrow('it hung up');
  });

  test('has no verdict if clamd is missing or closes the connection', async () => {
    await expect(clamdScanner({ path: '/nowhere/clamd.sock' })(partsOf(Buffer.from('x')))).rejects.toThrow('ENOENT');
    const rude = createServer((socket) => socket.destroy());
    const { port, close } = await listen(rude);
    await expect(clamdScanner({ host: '127.0.0.1', port })(partsOf(randomBytes(9_000_000)))).rejects.toThrow();
    await close();
  });
});

/** Without clamd these tests are skipped, and the test command says so. */
const describeWithClamd = (name: string, tests: () => void) => {
  if (existsSync(program)) describe(name, tests);
};

describeWithClamd('the real clamd', () => {
  let folder: string;
  let clamd: ChildProcess;
  const socket = () => join(folder, 'clamd.sock');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clamd-'));
    const signatures = join(folder, 'signatures');
    await mkdir(signatures);
    await writeFile(join(signatures, 'own.ndb'), `Fairlead.Test:0:*:${Buffer.from(mark).toString('hex')}\n`);
    // the industry's standard test file, described as in clamd's own signatures: by digest and length
    const digest = createHash('md5').update(eicar).digest('hex');
    await writeFile(join(signatures, 'own.hdb'), `${digest}:${eicar.length}:Eicar-Test-Signature\n`);
    const settings = { DatabaseDirectory: signatures, LocalSocket: socket(), Foreground: 'yes', StreamMaxLength: '1M' };
    const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
    await writeFile(join(folder, 'clamd.conf'), lines.join(''));
    clamd = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    await vi.waitFor(() => expect(existsSync(socket())).toBe(true), { timeout: 60_000 });
  });
  afterAll(async () => {
    clamd.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  test('finds what its signatures detect, wherever it is, and passes the rest', async () => {
    const scan = clamdScanner({ path: socket() });
    expect(await scan(partsOf(randomBytes(500_000)))).toBeNull();
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000), Buffer.from(mark)]);
    expect(await scan(partsOf(content))).toBe('Fairlead.Test.UNOFFICIAL');
    expect(await scan(partsOf(Buffer.from(eicar)))).toBe('Eicar-Test-Signature.UNOFFICIAL');
  });

  test('gives no verdict on a file over its limit', async () => {
    await expect(clamdScanner({ path: socket() })(partsOf(randomBytes(3_000_000)))).rejects.toThrow();
  });
});
