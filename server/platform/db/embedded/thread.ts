import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Opened, Operation, Panic, Question, ThreadData } from './messages.ts';
import { EngineFailure, openSession } from './session.ts';

// Worker thread of the embedded database, so that a slow statement never blocks the event loop of the program. An error
// thrown here ends the thread; the main thread then opens the database again.

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');
const { folder, fsyncs, answerBytes, postgres } = workerData as ThreadData;
const session = await openSession({
  folder,
  fsyncs: new BigInt64Array(fsyncs),
  answerBytes,
  postgres,
  panic: (line) => {
    port.postMessage({ panic: line } satisfies Panic);
    // ends this thread only, and at once
    process.exit(1);
  },
});

async function carryOut(operation: Operation): Promise<Omit<Answer, 'id'>> {
  if (operation.kind === 'close') {
    await session.close();
    return { outcome: { command: 'CLOSE', affectedRows: 0, fields: [], rows: new Uint8Array() } };
  }
  if (operation.begin !== undefined) await begin(operation.begin);
  const outcome = await session.query(operation.sql, operation.parameters);
  return 'refusal' in outcome ? outcome : { outcome };
}

/** Sends BEGIN, and fails if it is refused: the statements after it would otherwise commit one by one. */
async function begin(command: string): Promise<void> {
  const begun = await session.query(command, []);
  if ('refusal' in begun) throw new EngineFailure(`A transaction did not begin: ${begun.refusal.message}`);
}

// one at a time and in the order of the requests: transactions rely on it
let queue = Promise.resolve();
port.on('message', ({ id, operation }: Question) => {
  queue = queue.then(async () => {
    const answer = { id, ...(await carryOut(operation)) } as Answer;
    port.postMessage(answer, 'outcome' in answer ? [answer.outcome.rows.buffer] : []);
  });
});
port.postMessage({ opened: true, created: session.created } satisfies Opened);
