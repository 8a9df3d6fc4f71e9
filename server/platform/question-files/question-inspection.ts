import { readFile } from 'node:fs/promises';
import { Refusal } from '../files/refusal.ts';
import { decodeText } from '../tables/decode-text.ts';
import { inspectTable } from '../tables/table-inspection.ts';
import { looksLikeAiken, readAiken } from './aiken.ts';
import type { FoundQuestions } from './found-questions.ts';
import { looksLikeGift, readGift } from './gift.ts';
import { looksLikeQuestionTable, readQuestionTable } from './question-table.ts';

export type QuestionFileFacts = FoundQuestions & { format: 'GIFT' | 'Aiken' | 'table' };

/** A file of text with more than this is no test: the largest has 500 questions. */
const mostCharacters = 2_000_000;
/** More problems than anybody reads say no more. */
const mostProblems = 200;

/**
 * Reads a file of questions, whatever its format, which shows in its content. To be called through `inspect`, which
 * bounds its time and memory.
 *
 * @throws Refusal for what is no such file, is broken, or is too large.
 */
export async function inspectQuestions(path: string): Promise<QuestionFileFacts> {
  const facts = await factsOf(path);
  if (facts.questions.length > 500) throw new Refusal('This file has more than 500 questions; send it in parts.');
  return { ...facts, problems: facts.problems.slice(0, mostProblems) };
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

/** Workbooks, new and old, and what else is told apart by its first bytes: the reader of tables knows what to say. */
const isDocument = (bytes: Buffer): boolean =>
  ['504b0304', 'd0cf11e0', '25504446'].includes(bytes.subarray(0, 4).toString('hex'));
