import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../server/testing/free-port.ts';

const here = import.meta.dirname;
const project = resolve(here, '..');
const unit = join(here, 'fairlead.service');
const folder = mkdtempSync('/var/tmp/fairlead-service-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Where no systemd is installed these tests are not there, and the test command says so.
describe.runIf(existsSync('/usr/bin/systemd-analyze'))('the unit of systemd', () => {
  test.each([
    ['fairlead.service', 15],
    ['fairlead-nightly.service', 15],
  ])('%s leaves an attacker at most %i of 100', (name, threshold) => {
    const args = ['security', '--offline=yes', '--no-pager', `--threshold=${threshold}`, join(here, name)];
    expect(execFileSync('systemd-analyze', args, { encoding: 'utf8' })).toMatch(/Overall exposure level.*: \d\.\d/);
  });

  // Only root can restrict a process so.
  test.runIf(process.getuid?.() === 0)(
    'lets the program start on an empty folder, with the system calls that it permits',
    async () => {
      chmodSync(folder, 0o700);
      const port = await freePort();
      const node = process.execPath.startsWith(`${project}/`) ? relative(project, process.execPath) : process.execPath;
      const child = spawn(
        '/usr/bin/python3',
        [join(here, 'testing/as-service.py'), unit, project, folder, node, 'server/programs/main.ts'],
        {
          env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production', DATA_DIR: folder, PORT: String(port) },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
      const ended = once(child, 'exit');
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isReady())) {
        if (child.exitCode !== null) throw new Error(`the program ended:\n${output}`);
        await Promise.race([ended, setTimeout(100)]);
      }
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  );
});
