import { parse } from 'gift-pegjs';
import { blocksOf, type FoundQuestions } from './found-questions.ts';
import { practiceTag } from './write-gift.ts';

/**
 * Whether a text is in GIFT format: its answers are in braces. Escaped characters, such as a brace after a backslash,
 * are plain text.
 */
export const looksLikeGift = (text: string): boolean => /\{[^{}=~]*[=~][^{}]*\}/.test(text.replace(/\\./gs, ''));

const kinds: Record<string, string> = {
  TF: 'true or false',
  Numerical: 'a number',
  Short: 'a short answer',
  Matching: 'pairs to match',
  Essay: 'an essay',
  Description: 'a description without an answer',
};

/**
 * Reads questions in GIFT format (https://docs.moodle.org/en/GIFT_format), block by block, so that a broken block does
 * not affect the others. Any question that is not multiple choice is reported as a problem; whether there is a question kind
 * for its right answers is for its reader to say.
 */
export function readGift(text: string): FoundQuestions {
  const found: FoundQuestions = { questions: [], problems: [] };
  let topic = '';
  for (const { line, lines } of blocksOf(text)) {
    const written = lines.filter((one) => !isComment(one));
    if (written.length === 0) continue;
    const forPractice = lines.some((one) => isComment(one) && one.includes(practiceTag));
    try {
      for (const item of parse(`${written.join('\n')}\n\n`)) {
        if (item.type === 'Category') topic = topicOf(item.title);
        else if (item.type === 'MC') found.questions.push({ line, ...questionOf(item), topic, forPractice });
        else
          throw new Unsuitable(
            `This is ${kinds[item.type] ?? 'not multiple choice'}; only multiple-choice questions can be used.`,
          );
      }
    } catch (error) {
      found.problems.push({ line, message: messageOf(error) });
    }
  }
  return found;
}

const isComment = (line: string) => line.trimStart().startsWith('//');

class Unsuitable extends Error {}
type MultipleChoice = Extract<ReturnType<typeof parse>[number], { type: 'MC' }>;

function questionOf({ stem, choices, globalFeedback }: MultipleChoice) {
  const right = choices.filter(({ isCorrect, weight }) => isCorrect || weight === 100);
  const texts = (some: typeof choices) => some.map((choice) => plain(choice.text));
  const explanation = plain(globalFeedback ?? undefined);
  return { text: plain(stem), options: texts(choices), correct: texts(right), explanation };
}

/** The last part of a category that is a path: '$course$/top/Fire' is 'Fire'. */
const topicOf = (category: string) => category.split('/').at(-1)?.trim() ?? '';

type Written = { format: string; text: string } | undefined;

/** The plain text. HTML tags are removed, because our questions have no markup. */
function plain(written: Written): string {
  if (!written) return '';
  const { format, text } = written;
  if (format !== 'html') return text.trim();
  return text
    .replace(/<br\s*\/?>|<\/p>\s*<p[^>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|nbsp|amp);/g, (_, name: string) => entities[name] ?? '')
    .trim();
}
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };

function messageOf(error: unknown): string {
  if (error instanceof Unsuitable) return error.message;
  // A syntax error of the parser names a place in the block. Any other error is a bug of ours.
  if (error instanceof Error && error.name === 'SyntaxError') return 'This is not valid GIFT.';
  throw error;
}
