import { isShownAlone, QuestionInput } from '@fairlead/contract/assessments/question-kinds';
import type { QuestionFile, WrittenQuestion } from '@fairlead/contract/assessments/test-authoring';
import { z } from 'zod/mini';
import { badFile } from '../../../platform/files/bad-file.ts';
import type { Incoming } from '../../../platform/files/files.ts';
import { inspector } from '../../../platform/inspection/inspection.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import { byteOrderMark, csvRow } from '../../../platform/tables/csv.ts';
import { tableTurns } from '../../../platform/tables/read-table.ts';
import { type Ask, type FoundQuestion, fixedTags, placeOf, sorted, type WithPicture } from './found-questions.ts';
import type { QuestionFileFacts } from './question-inspection.ts';
import { keyOf } from './question-table.ts';
import { writeGift } from './write-gift.ts';
import { writeMoodleXml } from './write-moodle-xml.ts';
import { writeQti } from './write-qti.ts';

const inspectQuestions = inspector<QuestionFileFacts>(new URL('./question-inspection.ts', import.meta.url), {
  turns: tableTurns,
  bounds: { seconds: 15, megabytes: 512 },
});

/**
 * Reads a received file of questions, in a process of its own: the questions that an assessment can use, and for
 * everything else a message with its place. Nothing is stored.
 *
 * @throws AppError `bad-file` for a file that is not in a known format, is broken, or is too large.
 */
export async function readQuestionFile(incoming: Incoming): Promise<QuestionFile> {
  const facts = await inspectQuestions(incoming.path).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
  return checkedQuestions(facts);
}

/** The questions found in a file, each checked by the contract. */
export function checkedQuestions({ format, questions, problems, notes }: QuestionFileFacts): QuestionFile {
  const found: QuestionFile = { format, questions: [], problems: [...problems], notes: [] };
  const refused = new Set<number>();
  for (const [of, question] of questions.entries()) {
    const checked = toQuestion(question);
    if ('message' in checked) {
      found.problems.push({ ...placeOf(question), message: checked.message });
      refused.add(of);
    } else found.questions.push(checked);
  }
  for (const { of, ...note } of notes) if (of === undefined || !refused.has(of)) found.notes.push(note);
  return { ...found, problems: sorted(found.problems) };
}

/** A question that was found, as staff would write it, or the sentence for why it cannot be added. */
function toQuestion(found: Omit<FoundQuestion, 'notes'>): QuestionFile['questions'][number] | { message: string } {
  const { text, ask, topic, forPractice, explanation, picture, keepsPlace } = found;
  const { optionPictures, ...asked } = ask;
  const parsed = z.safeParse(QuestionInput, {
    questionText: text,
    ...onOneLine(asked),
    topic,
    forPractice,
    explanation,
    ...(keepsPlace && { keepsPlace }),
  });
  if (!parsed.success) return { message: parsed.error.issues[0]?.message ?? 'This question cannot be used here.' };
  // A picture is stored when its question is added, and has no id yet.
  const { picture: _, forPractice: __, explanation: why, ...question } = parsed.data;
  return {
    ...placeOf(found),
    ...question,
    topic: question.topic ?? '',
    ...(forPractice && { forPractice }),
    ...(why && { explanation: why }),
    ...(picture && { pictureFile: picture }),
    ...(optionPictures && {
      // one that is alone has the text of its option, also where that was tidied
      optionPictureFiles: optionPictures.map((one, place) =>
        isShownAlone(ask.options[place] ?? '', one) && one ? { ...one, text: parsed.data.options[place] ?? '' } : one,
      ),
    }),
  };
}

/** An ask whose options, items and answers have no line breaks, which the fields of the form could not show. */
function onOneLine(ask: Ask): Ask {
  const joined = (part: unknown): unknown => {
    if (typeof part === 'string')
      return part
        .split(/[\r\n]/)
        .map((line) => line.trim())
        .filter(Boolean)
        .join(' ');
    return Array.isArray(part) ? part.map(joined) : part;
  };
  return Object.fromEntries(Object.entries(ask).map(([name, part]) => [name, joined(part)])) as Ask;
}

/** The text of a file, or its bytes in base64; how many questions and pictures its format cannot say. */
export type WrittenFile = { content: string; isBase64: boolean; leftOut: number; withoutPicture: number };

/** The endings of the files of each format. */
export const endings = { gift: 'gift.txt', csv: 'csv', moodle: 'xml', qti: 'zip' } as const;

/** Whether files of a format contain the pictures of their questions. */
export const holdsPictures = (format: keyof typeof endings): boolean => format === 'moodle' || format === 'qti';

type Writing = { format: keyof typeof endings; title: string };

/** The questions of an assessment as a file that other programs can read. */
export async function writeQuestionFile(
  { format, title }: Writing,
  questions: readonly WithPicture[],
): Promise<WrittenFile> {
  const withoutPicture = questions.filter(({ picture, pictureBytes, optionPictures, optionPictureBytes }) => {
    const named = [picture, ...(optionPictures ?? [])];
    const held = holdsPictures(format) ? [pictureBytes, ...(optionPictureBytes ?? [])] : [];
    return named.some((one, i) => one && !held[i]);
  }).length;
  const whole = { isBase64: false, leftOut: 0, withoutPicture };
  switch (format) {
    case 'gift':
      return { ...whole, ...writeGift(questions) };
    case 'csv':
      return { ...whole, ...writeTable(questions) };
    case 'moodle':
      return { ...whole, content: writeMoodleXml(questions) };
    case 'qti':
      return { ...whole, content: (await writeQti(title, questions)).toString('base64'), isBase64: true };
  }
}

/**
 * Only questions with options fit into a table. It contains no timestamps, so any time zone will do. What keeps its
 * place has columns where there is any.
 */
function writeTable(questions: readonly WrittenQuestion[]): Pick<WrittenFile, 'content' | 'leftOut'> {
  const rows = questions.flatMap((question) => {
    const key = rightOptionsOf(question);
    return key ? [{ question, key }] : [];
  });
  const width = Math.max(4, ...rows.map(({ question }) => question.options.length));
  const titles = Array.from({ length: width }, (_, i) => `Option ${i + 1}`);
  const hasFixed = rows.some(({ question }) => fixedTags(question).length > 0);
  const content = [
    csvRow(
      [
        'Question',
        ...titles,
        'Correct answer',
        'Topic',
        'Explanation',
        'Practice',
        ...(hasFixed ? ['Fixed options', 'Keeps its place'] : []),
      ],
      'UTC',
    ),
    ...rows.map(({ question, key }) => {
      const { questionText, options, topic, explanation = '', forPractice, fixedOptions = [], keepsPlace } = question;
      const filled = [...options, ...titles.slice(options.length).map(() => '')];
      const numbers = fixedOptions.flatMap((isFixed, place) => (isFixed ? [place + 1] : []));
      const fixed = hasFixed ? [numbers.join('; '), keepsPlace ? 'yes' : ''] : [];
      return csvRow([questionText, ...filled, key, topic, explanation, forPractice ? 'yes' : '', ...fixed], 'UTC');
    }),
  ];
  return { content: byteOrderMark + content.join(''), leftOut: questions.length - rows.length };
}

/** The right options as a table names them; undefined for a kind without options of which some are right. */
function rightOptionsOf(question: WrittenQuestion): string | undefined {
  switch (question.kind) {
    case undefined:
    case 'single-choice':
    case 'choice':
      return keyOf(question.options, [question.correctAnswer]);
    case 'several-choices':
      return question.partMarks ? undefined : keyOf(question.options, question.correctAnswers);
    default:
      return undefined;
  }
}
