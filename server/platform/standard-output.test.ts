import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LineOutput } from './standard-output.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An output to a pipe with room for so many bytes; `fault` is thrown instead of writing. */
function outputTo(pipe: { room: number; fault?: string }) {
  let written = '';
  const output = new LineOutput((bytes) => {
    const code = pipe.fault ?? (pipe.room === 0 ? 'EAGAIN' : undefined);
    if (code) throw Object.assign(new Error(code), { code });
    const count = Math.min(pipe.room, bytes.length);
    pipe.room -= count;
    written += bytes.subarray(0, count);
    return count;
  });
  return { output, written: () => written };
}

describe('a log', () => {
  test('is written line by line, at once', () => {
    const { output, written } = outputTo({ room: 1e6 });
    output.write('one\n');
    expect(written()).toBe('one\n');
    output.write('two\n');
    expect(written()).toBe('one\ntwo\n');
    expect(output.droppedInAll).toBe(0);
  });

  test.each([
    ['whose reader is slow', undefined, 100],
    ['on a full disk', 'ENOSPC', 1000],
  ])('%s is complete once it can be written, with no line broken', (_, fault, pause) => {
    const pipe: { room: number; fault?: string } = { room: 6, ...(fault && { fault }) };
    const { output, written } = outputTo(pipe);
    for (const line of ['one\n', 'two\n', 'three\n']) output.write(line);
    pipe.room = 100;
    delete pipe.fault;
    vi.advanceTimersByTime(pause);
    expect(written()).toBe('one\ntwo\nthree\n');
    expect(output.droppedInAll).toBe(0);
  });

  test('whose reader has stopped drops what is too much, and says once how much', () => {
    const pipe = { room: 10 };
    const { output, written } = outputTo(pipe);
    const line = `${'x'.repeat(99)}\n`;
    for (let lines = 0; lines < 4000; lines++) output.write(line);
    pipe.room = 1e9;
    vi.advanceTimersByTime(100);
    output.write('after\n');
    const lines = written().split('\n');
    const kept = lines.filter((one) => `${one}\n` === line).length;
    expect(kept).toBeLessThan(3000);
    expect(lines.slice(kept)).toEqual([expect.any(String), 'after', '']);
    expect(JSON.parse(lines[kept] ?? '')).toMatchObject({
      level: 40,
      dropped: 4000 - kept,
      msg: 'lines of the log were dropped, because they could not be written',
    });
    expect(output.droppedInAll).toBe(4000 - kept);
  });
});

/** Runs a program that logs; its output is a socket that nobody reads yet. */
function running(statements: string) {
  const log = JSON.stringify(join(import.meta.dirname, 'http/log.ts'));
  const script = `import { createLog } from ${log};
    const log = createLog('info');
    ${statements}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
}

// the second ends by an exception that nobody catches
test.each(['process.exit(3)', "throw new Error('a bug')"])(
  'a program whose last line is fatal has written it, and all before: %s',
  async (ending) => {
    vi.useRealTimers();
    const child = running(`for (let i = 0; i < 2000; i++) log.info({ i }, 'a line of a program that ends with a fault');
      log.fatal('the last line');
      ${ending};`);
    const lines = (await text(child.stdout)).trim().split('\n');
    expect(lines).toHaveLength(2001);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 60, msg: 'the last line' });
  },
);

const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

test.each([
  ['', ''],
  // Linux knows one state for all that share an output, and a program that is started lets it wait for the reader
  [
    'while a worker starts',
    `const { WorkerProcess } = await import(${urlOf('processes/worker-process.ts')});
    const lines = setInterval(() => log.info('a line that nobody reads'));
    await new WorkerProcess({ file: new URL(${urlOf('inspection/inspection.worker.ts')}) }).ask({
      module: ${urlOf('inspection/testing/misbehaving-inspection.ts')}, input: 'answers', bounds: { seconds: 60, megabytes: 100 },
    });
    clearInterval(lines);`,
  ],
])('a program whose output nobody reads goes on, ends, and does not wait for long %s', async (_, statements) => {
  vi.useRealTimers();
  const child = running(`for (let i = 0; i < 20000; i++) log.info({ i }, 'a line that nobody reads');
    ${statements}
    console.error('goes on');
    process.exit(0);`);
  try {
    expect(await text(child.stderr)).toBe('goes on\n');
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    expect(code).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
