import { setTimeout } from 'node:timers/promises';

/** What a stand-in for the inspection of a file does, harmless outside of a process with limits. */
export type Misbehaviour = keyof typeof ways;

/** The process in which it ran, and the names of its environment. */
export type Seen = { pid: number; environment: string[] };

const endlessly = (step: () => void): never => {
  for (;;) step();
};

const ways = {
  answers: () => undefined,
  'answers after a while': () => setTimeout(300),
  'fills its heap': () => {
    const lists: number[][] = [];
    endlessly(() => lists.push(Array.from({ length: 10_000 }, (_, i) => i / 3)));
  },
  'fills memory with bytes': () => {
    const all: Buffer[] = [];
    endlessly(() => all.push(Buffer.alloc(2 ** 20, 1)));
  },
  loops: () => endlessly(() => undefined),
  aborts: () => process.abort(),
  exits: () => process.exit(0),
  'exits with an error': () => process.exit(7),
  'is killed': () => {
    process.kill(process.pid, 'SIGKILL');
    return setTimeout(60_000);
  },
  'prints garbage': () => {
    for (let line = 0; line < 1000; line += 1) console.log('\0garbage'.repeat(100));
    console.error('garbage');
  },
  fails: () => {
    throw new TypeError('x is not a function');
  },
  'finds no room on the disk': () => {
    throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' });
  },
  'fails beside its work': () => {
    void Promise.reject(new TypeError('x is not a function'));
    return setTimeout(60_000);
  },
  'fails after its answer': () => {
    void setTimeout(150).then(() => {
      throw new TypeError('x is not a function');
    });
  },
  'never answers': () => setTimeout(600_000),
  'never settles': () => new Promise<never>(() => {}),
} as const;

/** @throws an error, or never returns, by its input */
export async function inspect(how: Misbehaviour): Promise<Seen> {
  await ways[how]();
  return { pid: process.pid, environment: Object.keys(process.env) };
}
