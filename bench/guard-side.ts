// One side of `npm run bench -- guard`: today's program, or in the clone of an earlier commit that one. It is started
// by bench/guard.ts, opens the parts that it is told and measures one round whenever it is asked.

import type { GuardAnswer, GuardedPart, GuardQuestion } from './harness/guarded.ts';
import { endLeftovers } from './harness/process.ts';

/** Imported when they are opened: one may import what an earlier commit does not have. */
const parts: Record<string, () => Promise<GuardedPart>> = {
  calls: async () => (await import('./rows/calls.ts')).openCalls({ rounds: 15, times: 40 }),
  'passed-attempt': async () => {
    const file: string = './rows/passed-attempt.ts';
    return (await import(file)).openPassedAttempts({ attempts: 4 });
  },
  starts: async () => (await import('./rows/starts.ts')).openStarts(),
  weights: async () => (await import('./rows/weights.ts')).openWeights(),
  rest: async () => (await import('./rows/memory.ts')).openAtRest(),
};
let open: GuardedPart | undefined;

async function answerTo(question: GuardQuestion): Promise<GuardAnswer> {
  if (question === 'close') {
    await open?.close();
    open = undefined;
    return {};
  }
  if ('open' in question) {
    open = await parts[question.open]?.();
    return { whats: open?.guarded.map(({ what }) => what) ?? [] };
  }
  const guarded = open?.guarded.find(({ what }) => what === question.measure);
  if (!guarded) throw new Error(`${question.measure} is not open`);
  return { costs: await guarded.measure() };
}

process.on('message', async (question: GuardQuestion) => {
  try {
    process.send?.(await answerTo(question));
  } catch (error) {
    open = undefined;
    await endLeftovers();
    process.send?.({ error: String(error) } satisfies GuardAnswer);
  }
});
process.once('disconnect', async () => {
  // what was open when the other side failed
  await answerTo('close').catch(() => {});
  await endLeftovers();
  process.exit();
});
