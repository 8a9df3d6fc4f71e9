import { expect, test } from '@playwright/test';
import { crashRounds } from './crash/rounds.ts';
import { engines } from './engines.ts';

// The short form; `npm run soak` kills two hundred times.
for (const engine of engines) {
  test(`killed at any moment of a mixed load, nothing acknowledged is lost or there twice, on ${engine.name}`, async () => {
    const { acknowledged, left } = await crashRounds(engine, { rounds: 3 });
    expect([...acknowledged.keys()]).toEqual(expect.arrayContaining(['registrations', 'pieces of films']));
    expect(left.files).toBeGreaterThan(0);
  });
}
