// npm run bench: each figure with its limit, measured in the same run. `--short` checks in a few minutes that the bench
// works; `npm run bench -- login exam` measures only these parts. Exits with 1 when a part could not be measured, or
// when a goal was missed; missed goals mean nothing with `--short`.
import { guardedParts, openGuard } from './guard.ts';
import { measureParts, summaryOf } from './harness/measure-parts.ts';
import { isMet, type Row, tableOf } from './harness/table.ts';
import { measureAttempt } from './rows/attempt.ts';
import { measureBodies } from './rows/bodies.ts';
import { measureCalls } from './rows/calls.ts';
import { measureCatalogue } from './rows/catalogue.ts';
import { measureCertificates } from './rows/certificates.ts';
import { measureExam } from './rows/exam.ts';
import { measureFilms } from './rows/films.ts';
import { measureImport } from './rows/import.ts';
import { measureInspections } from './rows/inspections.ts';
import { measureLists } from './rows/lists.ts';
import { measureLogin } from './rows/login.ts';
import { measureMemory, measureMixedMemory } from './rows/memory.ts';
import { measureOffline } from './rows/offline.ts';
import { measurePages } from './rows/pages.ts';
import { measureProgress } from './rows/progress.ts';
import { measureReads } from './rows/reads.ts';
import { measureRegister } from './rows/register.ts';
import { measureStarts } from './rows/starts.ts';

const short = process.argv.includes('--short');
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const rounds = short ? 1 : 5;
/** These drive pages as journeys do, and are checked with them (e2e/tsconfig.json): their types need a browser's. */
const aboard: string = './rows/aboard.ts';
const passedAttempt: string = './rows/passed-attempt.ts';
const signedIn: string = './rows/signed-in.ts';
const quick = { link: { roundTripMs: 20, bitsPerSecond: 20_000_000 } };
const parts: Record<string, () => Promise<Row[]>> = {
  catalogue: () => measureCatalogue({ rounds, requests: short ? 200 : 4000 }),
  pages: () => measurePages({ rounds, ...(short && quick) }),
  aboard: async () => (await import(aboard)).measureAboard({ rounds }),
  'signed-in': async () =>
    (await import(signedIn)).measureSignedIn({
      rounds,
      ...(short && quick),
    }),
  calls: () => measureCalls({ rounds, times: short ? 10 : 200 }),
  starts: () => measureStarts({ rounds }),
  login: () => measureLogin({ rounds, requests: short ? 10 : 200 }),
  attempt: () => measureAttempt({ rounds, attempts: short ? 2 : 30 }),
  'passed-attempt': async () => (await import(passedAttempt)).measurePassedAttempt({ rounds, attempts: short ? 1 : 6 }),
  progress: () => measureProgress({ rounds, learners: short ? 20 : 1000 }),
  offline: () => measureOffline({ rounds }),
  exam: () => measureExam({ learners: short ? 10 : 2000, questions: 16, compression: short ? 600 : 8 }),
  certificates: () => measureCertificates({ rounds, sheets: short ? 5 : 100, many: short ? 20 : 5000 }),
  films: () => measureFilms({ rounds, requests: short ? 20 : 3000 }),
  lists: () => measureLists(short ? { few: 200, many: 400, times: 1 } : { few: 10_000, many: 1_000_000, times: 15 }),
  reads: () => measureReads({ rounds, learners: short ? 200 : 4000, times: short ? 50 : 200 }),
  bodies: () => measureBodies({ times: short ? 3 : 20 }),
  inspections: () => measureInspections({ rounds, times: short ? 5 : 40 }),
  import: () => measureImport({ rounds, people: short ? 20 : 1000 }),
  register: () =>
    measureRegister(
      short ? { certificates: 2000, daily: 10, rounds } : { certificates: 1_000_000, daily: 500, rounds },
    ),
  memory: () => measureMemory({ starts: rounds, requests: short ? 100 : 5000 }),
  mix: () => measureMixedMemory(short ? { rounds: 1, learners: 10 } : { rounds: 5, learners: 200 }),
};

const tell = (...line: unknown[]) => console.error(...line);
const guarding = wanted[0] === 'guard';
const chosen = guarding ? guardOf(wanted.slice(1)) : partsOf(wanted);
const outcome = await measureParts(chosen, tell);
console.log(tableOf(outcome.rows));
console.error(summaryOf(outcome));
if (outcome.broken.length > 0 || !(short || outcome.rows.every(isMet))) process.exitCode = 1;

function partsOf(names: readonly string[]) {
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${Object.keys(parts).join(', ')}`);
  return Object.fromEntries(Object.entries(parts).filter(([name]) => names.length === 0 || names.includes(name)));
}

/** The parts of the guard, each measured by itself, so that one that fails on a side fails alone. */
function guardOf(names: readonly string[]) {
  const [first] = names;
  const commit = first !== undefined && !isGuarded(first) ? first : undefined;
  const chosen = names.slice(commit === undefined ? 0 : 1);
  const unknown = chosen.find((name) => !isGuarded(name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are ${guardedParts.join(', ')}`);
  const measure = openGuard(commit);
  return Object.fromEntries((chosen.length > 0 ? chosen : guardedParts).map((part) => [part, () => measure(part)]));
}

function isGuarded(name: string): boolean {
  return guardedParts.includes(name);
}
