import { test } from '@playwright/test';
import { sitAndCrash } from './crash/sitters.ts';
import { engines } from './engines.ts';

/** ATTEMPTS_SITTERS=500 makes a long run of it. */
const sitters = Number(process.env.ATTEMPTS_SITTERS ?? 8);
const [kills, span] = sitters > 20 ? [10, 10_000] : [3, 1_500];

for (const engine of engines) {
  test(`no acknowledged answer is lost and no deadline moves, whatever becomes of links and server, on ${engine.name}`, async () => {
    test.setTimeout(120_000 + sitters * 3_000);
    console.log(await sitAndCrash(engine, { sitters, kills, span }));
  });
}
