import { readFile } from 'node:fs/promises';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { decodeText } from '../../../platform/tables/decode-text.ts';
import { inspect as inspectTable } from '../../../platform/tables/table-inspection.ts';
import { looksLikeAiken, readAiken } from './aiken.ts';
import type { FoundQuestions } from './found-questions.ts';
import { looksLikeGift, readGift } from './gift.ts';
import { looksLikeQuestionTable, readQuestionTable } from './question-table.ts';

export type QuestionFileFacts = FoundQuestions & { format: 'GIFT' | 'Aiken' | 'table' };

/** A text file with more characters than this is not an assessment: the largest has 500 questions. */
const mostCharacters = 2_000_000;
/** Nobody reads more problems than this. */
const mostProblems = 200;

/**
 * Reads a file of questions and detects its format from the content. To be called through `inspect`, which limits its
 * time and memory.
 *
 * @throws Refusal for a file that is not a question file, is broken, or is too large.
 */
export async function inspect(path: string): Promise<QuestionFileFacts> {
  const facts = await factsOf(path);
  if (facts.questions.length > 500) throw new Refusal('This file has more than 500 questions. Please split it.');
  const { problems, notes } = facts;
  return { ...facts, problems: problems.slice(0, mostProblems), notes: notes.slice(0, mostProblems) };
}

async function factsOf(path: string): Promise<QuestionFileFacts> {
  const bytes = await readFile(path);
  if (!isDocument(bytes)) {
    const text = decodeText(bytes).replace(/^\ufeff/, '');
    if (text.length > mostCharacters) throw new Refusal('This file is too large for a file of questions.');
    if (looksLikeQuestionTable(text)) return { format: 'table', ...readQuestionTable(await inspectTable(path)) };
    if (looksLikeAiken(text)) return { format: 'Aiken', ...readAiken(text) };
    if (looksLikeGift(text)) return { format: 'GIFT', ...readGift(text) };
  }
  return { format: 'table', ...readQuestionTable(await inspectTable(path)) };
}

/**
 * Workbooks (new and old) and PDF files, detected by their first bytes. The table reader has the right error message
 * for each.
 */
const isDocument = (bytes: Buffer): boolean =>
  ['504b0304', 'd0cf11e0', '25504446'].includes(bytes.subarray(0, 4).toString('hex'));
