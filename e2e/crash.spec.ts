import { expect, test } from '@playwright/test';
import { crashRounds } from './crash/rounds.ts';
import { engines } from './engines.ts';

// One kill on each engine shows that what was acknowledged outlives it; `npm run soak` kills hundreds of times.
for (const engine of engines) {
  test(`a program killed during a mixed load loses and duplicates nothing that was acknowledged, on ${engine.name}`, async () => {
    const after = ['registrations', 'pieces of films'];
    const { acknowledged, left } = await crashRounds(engine, { rounds: 1, longest: 500, learners: ['Asha'], after });
    expect([...acknowledged.keys()]).toEqual(expect.arrayContaining(after));
    expect(left.files).toBeGreaterThan(0);
  });
}
