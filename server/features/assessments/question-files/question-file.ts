import { QuestionInput } from '@fairlead/contract/question-kinds';
import type { QuestionFile } from '@fairlead/contract/test-authoring';
import { z } from 'zod/mini';
import { badFile } from '../../../platform/files/bad-file.ts';
import type { Incoming } from '../../../platform/files/files.ts';
import { inspector } from '../../../platform/inspection/inspection.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { byteOrderMark, csvRow } from '../../../platform/tables/csv.ts';
import { tableTurns } from '../../../platform/tables/read-table.ts';
import { keyInFile } from '../kinds/kinds.ts';
import type { QuestionFileFacts } from './question-inspection.ts';
import { type WritableQuestion, writeGift } from './write-gift.ts';

const inspectQuestions = inspector<QuestionFileFacts>(new URL('./question-inspection.ts', import.meta.url), {
  turns: tableTurns,
  bounds: { seconds: 15, megabytes: 256 },
});

/**
 * Reads a received file of questions, in a worker thread: the questions that an assessment can use, and for everything
 * else a message with the line where it begins. Nothing is stored.
 *
 * @throws AppError `bad-file` for a file that is not in a known format, is broken, or is too large.
 */
export async function readQuestionFile(incoming: Incoming): Promise<QuestionFile> {
  const { format, questions, problems } = await inspectQuestions(incoming.path).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
  const found: QuestionFile = { format, questions: [], problems: [...problems] };
  for (const { line, text, options, correct, ...rest } of questions) {
    const key = keyInFile({ options, correct });
    if (!key) {
      found.problems.push({ line, message: 'The question needs exactly one correct answer.' });
      continue;
    }
    const parsed = z.safeParse(QuestionInput, { questionText: text, options, ...key, ...rest });
    if (parsed.success) {
      // A file contains no pictures.
      const { picture: _, ...question } = parsed.data;
      const { forPractice, explanation, ...asked } = question;
      found.questions.push({
        ...{ line, topic: '', ...asked },
        ...(forPractice && { forPractice }),
        ...(explanation && { explanation }),
      });
    } else
      found.problems.push({ line, message: parsed.error.issues[0]?.message ?? 'This question cannot be used here.' });
  }
  found.problems.sort((a, b) => a.line - b.line);
  return found;
}

/** The questions of an assessment as a file that other programs can read. */
export const writeQuestionFile = (format: 'gift' | 'csv', questions: readonly WritableQuestion[]): string =>
  format === 'gift' ? writeGift(questions) : byteOrderMark + tableRows(questions).join('');

/** The table contains no timestamps, so any time zone will do. */
const tableRows = (questions: readonly WritableQuestion[]): string[] => [
  csvRow(
    ['Question', 'Option 1', 'Option 2', 'Option 3', 'Option 4', 'Correct answer', 'Topic', 'Explanation', 'Practice'],
    'UTC',
  ),
  ...questions.map(({ text, options, correct, topic, explanation, forPractice }) =>
    csvRow([text, ...options, correct.join('; '), topic, explanation, forPractice ? 'yes' : ''], 'UTC'),
  ),
];
