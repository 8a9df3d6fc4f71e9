import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readQuestionFile } from '../features/assessments/question-files/question-file.ts';
import { lookIntoPackage } from '../features/packages/prepare-package.ts';
import { AppError } from '../platform/errors.ts';
import { inspectPdf } from '../platform/files/documents.ts';
import type { Incoming } from '../platform/files/files.ts';
import { documentScan, preparePicture } from '../platform/files/pictures.ts';
import { inspectFilm } from '../platform/films/films.ts';
import { fairTurns } from '../platform/inspection/fair-turns.ts';
import { inspector } from '../platform/inspection/inspection.ts';
import { inspectionProcesses } from '../platform/inspection/inspection-processes.ts';
import { Refusal } from '../platform/inspection/refusal.ts';
import { readZone } from '../platform/readable-zone/read-zone.ts';
import { withOrigin } from '../platform/request/request-origin.ts';
import { readTable } from '../platform/tables/read-table.ts';
import { heldBytes } from '../testing/held-memory.ts';
import { type MadeKind, madeFiles } from './testing/made-files.ts';

/** `npm run soak -- inspectors` sets these; SEED repeats a run, and FROM begins at one of its files. */
const { FILES = '300', MINUTES = '60', SEED = '1', FROM = '0' } = process.env;
const [count, minutes, seed, from] = [FILES, MINUTES, SEED, FROM].map(Number) as [number, number, number, number];
/** How many are inspected at a time, each for another person. */
const lanes = 3;
const longestAnswer = 15_000;

const folder = mkdtempSync(join(tmpdir(), 'fairlead-inspectors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const joinSheets = inspector(new URL('../features/certificates/register/join-sheets.ts', import.meta.url), {
  turns: fairTurns(1),
  bounds: { seconds: 12, megabytes: 600 },
});
const inspectors: Record<MadeKind, (incoming: Incoming) => Promise<unknown>> = {
  PDF: ({ path }) => inspectPdf(path),
  table: readTable,
  questions: readQuestionFile,
  package: lookIntoPackage,
  film: ({ path }) => inspectFilm(path),
  picture: (incoming) => preparePicture(incoming, documentScan),
  'readable zone': async ({ path }) => readZone(await readFile(path), '2026-11-20'),
  'joined sheets': async ({ path }) => joinSheets([await readFile(path)] as never),
};

/** What a person is told; anything else is a fault of ours, which fails the test. */
function sentenceOf(error: unknown): string {
  if (error instanceof Refusal || (error instanceof AppError && error.code === 'bad-file')) return error.message;
  throw error;
}

test(
  `${count} made files are taken or refused with a sentence in time, and the program stays as it is`,
  async () => {
    const { kinds, make } = await madeFiles(seed);
    const outcomes = Object.fromEntries(
      kinds.map((kind) => [kind, { taken: 0, refused: 0, ended: [] as number[], longest: 0 }]),
    );
    const until = performance.now() + minutes * 60_000;
    let next = from;
    let held = 0;

    async function one(lane: number, number: number): Promise<void> {
      const kind = kinds[number % kinds.length] as MadeKind;
      const incoming = { path: join(folder, `${lane}`), originalName: 'file', part: 'file', size: 1, sha256: '' };
      await writeFile(incoming.path, await make(kind, Math.floor(number / kinds.length)));
      const outcome = outcomes[kind];
      if (!outcome) return;
      const begun = performance.now();
      try {
        await inspectors[kind](incoming as Incoming);
        outcome.taken += 1;
      } catch (error) {
        const sentence = sentenceOf(error);
        expect(sentence).toMatch(/^[A-Z“i].*[.!]?$/s);
        outcome.refused += 1;
        if (sentence.startsWith('This file is too complicated')) outcome.ended.push(number);
      }
      outcome.longest = Math.max(outcome.longest, performance.now() - begun);
    }

    async function lane(lane: number): Promise<void> {
      while (next < from + count && performance.now() < until) {
        const number = next++;
        // what an inspector loads and keeps is there after the first files
        if (number === from + Math.min(200, count / 2)) held = heldBytes() + process.memoryUsage().heapUsed;
        await withOrigin({ accountId: null, ip: `192.0.2.${lane}`, device: null }, () => one(lane, number)).catch(
          (error: unknown) => {
            throw new Error(`file ${number} of seed ${seed}`, { cause: error });
          },
        );
      }
      await rm(join(folder, `${lane}`), { force: true });
    }

    await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
    const grown = (heldBytes() + process.memoryUsage().heapUsed - held) / 2 ** 20;
    console.table(
      Object.fromEntries(kinds.map((kind) => [kind, { ...outcomes[kind], ended: outcomes[kind]?.ended.join(' ') }])),
    );
    console.log(
      `${next - from} files of seed ${seed}; the program holds ${grown.toFixed(1)} MB more than after the first`,
    );
    expect(next - from).toBe(count);
    expect(Math.max(...Object.values(outcomes).map(({ longest }) => longest))).toBeLessThan(longestAnswer);
    expect(grown).toBeLessThan(30);
    expect(inspectionProcesses.use().running).toBe(0);
  },
  Number.POSITIVE_INFINITY,
);
