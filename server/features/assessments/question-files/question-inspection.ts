import { readFile } from 'node:fs/promises';
import { mostOptions } from '@fairlead/contract/assessments/question-kinds';
import { mostQuestionsInFile } from '@fairlead/contract/assessments/test-authoring';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { openEntries } from '../../../platform/archives/zip-entries.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { decodeText, guessed } from '../../../platform/tables/decode-text.ts';
import { inspect as inspectTable } from '../../../platform/tables/table-inspection.ts';
import { decodeXml, readXml } from '../../../platform/xml/read-xml.ts';
import { looksLikeAiken, readAiken } from './aiken.ts';
import { type Ask, type FoundQuestion, type FoundQuestions, type Problem, placeOf, sorted } from './found-questions.ts';
import { looksLikeGift, readGift } from './gift.ts';
import { readMoodleXml } from './moodle-xml.ts';
import { readQtiFile, readQtiPackage } from './qti-package.ts';
import { looksLikeQuestionTable, readQuestionTable } from './question-table.ts';

type Format = 'GIFT' | 'Aiken' | 'table' | 'Moodle XML' | 'QTI';
/** A note; `of` is the place of its question among those that were found. */
type Note = Problem & { of?: number };
export type QuestionFileFacts = {
  format: Format;
  questions: Omit<FoundQuestion, 'notes'>[];
  problems: Problem[];
  notes: Note[];
};

/** A text file with more characters than this has more questions than are read. */
const mostCharacters = 5_000_000;
/** All pictures of a file, in characters of base64: 12 MB. */
const mostPictures = 16 * 2 ** 20;
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
  const problems: Problem[] = [...facts.problems];
  if (facts.questions.length === 0 && problems.length === 0) throw new Refusal('This file has no questions.');
  // A question that is refused here is not checked by the contract, in the thread of all calls
  const questions = facts.questions.filter(({ ask, entry, line, name }) => {
    const message = tooMuchIn(ask);
    if (message) problems.push({ ...placeOf({ entry, line, name }), message });
    return message === undefined;
  });
  if (questions.length > mostQuestionsInFile)
    throw new Refusal(`This file has more than ${groupDigits(mostQuestionsInFile)} questions. Please split it.`);
  const found = questions.flatMap(({ picture, ask }) => [picture, ...(ask.optionPictures ?? [])]);
  const pictures = found.reduce((sum, picture) => sum + (picture?.base64.length ?? 0), 0);
  if (pictures > mostPictures) throw new Refusal('The pictures of this file have more than 12 MB. Please split it.');
  const notes = questions.flatMap(({ notes: said, ...question }, of) =>
    said.map((message) => ({ ...placeOf(question), message, of })),
  );
  return {
    format: facts.format,
    questions: questions.map(({ notes: _, ...question }) => question),
    problems: shortened(problems),
    notes: shortened(sorted([...facts.notes, ...notes])),
  };
}

/** The first ones, and a last one that says how many there are besides. */
function shortened<P extends Problem>(all: P[]): P[] {
  const more = all.length - mostProblems;
  if (more <= 0) return all;
  const last = all[mostProblems - 1] as P;
  return [
    ...all.slice(0, mostProblems),
    { ...last, of: undefined, message: `${more} more of these are not shown here.` },
  ];
}

/** What a question has too many of, as a sentence. */
function tooMuchIn({ kind, options, prompts, correctAnswers }: Ask): string | undefined {
  const answers = kind === 'short-answer' ? 'accepted answers' : kind === 'ordering' ? 'steps' : 'correct answers';
  const lists = { pairs: prompts, options, [answers]: correctAnswers };
  const long = Object.entries(lists).find(([, list]) => Array.isArray(list) && list.length > mostOptions);
  return long && `A question has at most ${mostOptions} ${long[0]}`;
}

async function factsOf(path: string): Promise<FoundQuestions & { format: Format }> {
  const bytes = await readFile(path);
  if (isZip(bytes) && !(await isWorkbook(path))) return { format: 'QTI', ...(await readQtiPackage(path)) };
  if (!isDocument(bytes)) {
    if (looksLikeXml(bytes)) return readXmlFile(bytes);
    let isGuessed = false;
    const text = decodeText(bytes, () => {
      isGuessed = true;
    }).replace(/^\ufeff/, '');
    const withGuess = (found: FoundQuestions): FoundQuestions =>
      isGuessed ? { ...found, notes: [{ line: 1, message: guessed }, ...found.notes] } : found;
    if (text.length > mostCharacters) throw new Refusal('This file is too large for a file of questions.');
    if (looksLikeQuestionTable(text)) return { format: 'table', ...readQuestionTable(await inspectTable({ path })) };
    if (looksLikeAiken(text)) return { format: 'Aiken', ...withGuess(readAiken(text)) };
    if (looksLikeGift(text)) return { format: 'GIFT', ...withGuess(readGift(text)) };
    // of another kind, and without a declaration
    if (/^\s*<[a-z]/i.test(text)) return readXmlFile(bytes);
  }
  return { format: 'table', ...readQuestionTable(await inspectTable({ path })) };
}

/**
 * Workbooks (new and old) and PDF files, detected by their first bytes. The table reader has the right error message
 * for each.
 */
const isDocument = (bytes: Buffer): boolean =>
  isZip(bytes) || ['d0cf11e0', '25504446'].includes(bytes.subarray(0, 4).toString('hex'));

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('hex') === '504b0304';

/** Whether a zip is a document of Office, as its list of files says. */
async function isWorkbook(path: string): Promise<boolean> {
  const { zip, entries } = await openEntries(path);
  zip.close();
  return entries.some(({ name }) => name === 'xl/workbook.xml' || name === '[Content_Types].xml');
}

/** Whether a file begins with an element of XML, in any encoding. */
function looksLikeXml(bytes: Buffer): boolean {
  const head = Buffer.from(bytes.subarray(0, 400).filter((byte) => byte > 0 && byte < 0x80)).toString('latin1');
  return /^\s*<(\?xml|!--|!DOCTYPE|(quiz|questestinterop|(\w+:)?(qti-)?assessment-?(item|test))[\s/>])/i.test(head);
}

function readXmlFile(bytes: Buffer): FoundQuestions & { format: Format } {
  const xml = readXml(decodeXml(bytes, 'This file'), 'This file');
  if (xml.root.name === 'quiz') return { format: 'Moodle XML', ...readMoodleXml(xml) };
  const found = readQtiFile(xml);
  if (found) return { format: 'QTI', ...found };
  const name = xml.root.name.slice(0, 60);
  if (/^(\w+:)?(manifest|(qti-)?assessment-?test)$/i.test(name))
    throw new Refusal(
      'This file is the list of a package, without its questions. Please upload the package, a ZIP file.',
    );
  throw new Refusal(`This XML file is neither Moodle's nor QTI: its first element is “${name}”.`);
}
