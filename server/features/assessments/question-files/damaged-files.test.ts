import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { damaged, numbers } from '../../../platform/archives/testing/damaged.ts';
import { zipOf } from '../../../platform/archives/testing/zip.ts';
import { inspector } from '../../../platform/inspection/inspection.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { tableTurns } from '../../../platform/tables/read-table.ts';
import { moodleXml, qti1, qti2, writtenOfEachKind } from '../testing/question-banks.ts';
import { checkedQuestions, writeQuestionFile } from './question-file.ts';
import { inspect, type QuestionFileFacts } from './question-inspection.ts';

const count = Number(process.env.DAMAGED_FILES ?? 60);
const seed = Number(process.env.SEED ?? 1);

/** In the gate in this process; in the soak in others, as the program reads them. */
const read =
  count > 100
    ? inspector<QuestionFileFacts>(new URL('./question-inspection.ts', import.meta.url), {
        turns: tableTurns,
        bounds: { seconds: 15, megabytes: 512 },
      })
    : inspect;

test(`${count} damaged files are read in part or refused with a sentence; in the long run in time, and memory stays`, async () => {
  const gift = await writeQuestionFile({ format: 'gift', title: '' }, writtenOfEachKind);
  const qti3 = await writeQuestionFile({ format: 'qti', title: '' }, writtenOfEachKind);
  const sound = [
    Buffer.from(moodleXml),
    await zipOf(qti2),
    Buffer.from(qti1),
    Buffer.from(gift.content),
    Buffer.from(qti3.content, 'base64'),
  ];
  const below = numbers(seed);
  const path = join(tmpdir(), `damaged-${randomUUID()}`);
  const outcomes = { read: 0, refused: 0, longest: 0 };
  const before = process.memoryUsage().rss;
  for (let i = 0; i < count; i += 1) {
    await writeFile(path, damaged(sound[i % sound.length] ?? Buffer.from(''), below));
    const begun = performance.now();
    await read(path).then(
      (facts) => {
        checkedQuestions(facts);
        outcomes.read += 1;
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw new Error(`file ${i} of seed ${seed}`, { cause: error });
        expect(error.message).toMatch(/^[A-Z“].*\.$/s);
        outcomes.refused += 1;
      },
    );
    outcomes.longest = Math.max(outcomes.longest, performance.now() - begun);
  }
  await rm(path);
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  expect(outcomes.read + outcomes.refused).toBe(count);
  if (count > 100) {
    console.log(
      `${outcomes.read} read, ${outcomes.refused} refused, the longest in ${Math.round(outcomes.longest)} ms; memory grew by ${Math.round(grown)} MB`,
    );
    expect(outcomes.longest).toBeLessThan(5_000);
    expect(grown).toBeLessThan(200);
  }
}, 600_000);
