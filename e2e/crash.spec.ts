import { expect, test } from '@playwright/test';
import { crashRounds } from './crash/rounds.ts';
import { embedded } from './engines.ts';

// One kill shows that what was acknowledged outlives it, on the engine that writes to the disk in the program's own
// process; `npm run soak -- crash` kills hundreds of times on each.
test('a program killed during a mixed load loses and duplicates nothing that was acknowledged', async () => {
  const after = ['registrations', 'pieces of films'];
  const { acknowledged, left } = await crashRounds(embedded, { rounds: 1, longest: 500, learners: ['Asha'], after });
  expect([...acknowledged.keys()]).toEqual(expect.arrayContaining(after));
  expect(left.files).toBeGreaterThan(0);
});
