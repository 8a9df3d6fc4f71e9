import { expect, test } from '@playwright/test';
import { crashRounds } from '../e2e/crash/rounds.ts';
import { sitAndCrash } from '../e2e/crash/sitters.ts';
import { engines } from '../e2e/engines.ts';

/** How often the program is killed on each engine. */
const rounds = Number(process.env.ROUNDS ?? 200);
/** How many learners sit a test at once. */
const sitters = Number(process.env.SITTERS ?? 500);

for (const engine of engines) {
  test(`a program killed ${rounds} times under a mixed load loses and duplicates nothing that was acknowledged, on ${engine.name}`, async () => {
    const { acknowledged, left } = await crashRounds(engine, { rounds });
    // the number of kinds of writes; in many rounds each is interrupted
    if (rounds >= 50) expect(acknowledged.size).toBe(12);
    const counts = [...acknowledged].map(([action, times]) => `${times} ${action}`).join(', ');
    const { incoming, uploads, withoutRow } = left.swept;
    console.log(`${engine.name}, killed ${rounds} times
  acknowledged, and there: ${counts}
  in the store: ${left.files} files, each with its row and whole; ${left.links} links of the chains hold
  swept: ${withoutRow} files without a row, ${incoming} half received, ${uploads} uploads that nobody finished`);
  });
}

for (const engine of engines) {
  test(`${sitters} learners take a test through ten kills and lose no answer, on ${engine.name}`, async () => {
    console.log(await sitAndCrash(engine, { sitters, kills: 10, span: 10_000 }));
  });
}
