import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuestionFile } from '@fairlead/contract/assessments/test-authoring';
import { checkedQuestions } from '../question-files/question-file.ts';
import { inspect } from '../question-files/question-inspection.ts';

/** What is read from a file of questions with this content. */
export async function readBank(content: string | Uint8Array): Promise<QuestionFile> {
  const path = join(tmpdir(), `bank-${randomUUID()}`);
  await writeFile(path, content);
  try {
    return checkedQuestions(await inspect(path));
  } finally {
    await rm(path);
  }
}

/** The questions that were read, without their places. */
export const questionsIn = ({ questions }: QuestionFile) =>
  questions.map(({ line: _, entry: __, name: ___, ...question }) => question);
