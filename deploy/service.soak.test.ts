import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../server/testing/free-port.ts';

const here = import.meta.dirname;
const project = resolve(here, '..');
const folder = mkdtempSync('/var/tmp/fairlead-service-');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts one of the programs with the restrictions of a unit, and its data in the folder. */
function startAs(unit: string, port: number, program: string, ...args: string[]) {
  const node = process.execPath.startsWith(`${project}/`) ? relative(project, process.execPath) : process.execPath;
  const command = [join(here, 'testing/as-service.py'), join(here, unit), project, folder, node];
  return spawn('/usr/bin/python3', [...command, `server/programs/${program}`, ...args], {
    env: { PATH: '/usr/bin:/bin', NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

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
    'lets the program start on an empty folder, and work through a night, with the system calls that it permits',
    async () => {
      chmodSync(folder, 0o700);
      const port = await freePort();
      const child = startAs('fairlead.service', port, 'main.ts');
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

      // the work of the night on what it left, with the restrictions of its own unit
      const night = startAs('fairlead-nightly.service', port, 'nightly.ts', join(folder, 'backups'));
      const [said] = await Promise.all([text(night.stdout), once(night, 'exit')]);
      expect(said).toMatch(/backups\/\S+ of the academy \S+: \d+ files, /);
      expect(said).toMatch(/ was restored for trial: /);
      expect(said).toMatch(/^\d+ wrong, \d+ to look at, \d+ fine$/m);
      // the program does not run meanwhile, and there is no mail server to ask
      const wrong = said.match(/^WRONG +\w+/gm) ?? [];
      expect(wrong.filter((line) => !/site|email/.test(line))).toEqual([]);
    },
    // a start, a backup and a trial restore
    300_000,
  );
});
