import { parse } from 'gift-pegjs';
import { blocksOf, type FoundQuestion, type FoundQuestions } from './found-questions.ts';

/** Whether a text is GIFT: its answers stand in braces. What a backslash leads is words, a brace among them too. */
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
 * Reads questions in GIFT (https://docs.moodle.org/en/GIFT_format), block by block: one that is broken costs no other.
 * What is not multiple choice with one right answer is a problem, since our tests ask nothing else.
 */
export function readGift(text: string): FoundQuestions {
  const found: FoundQuestions = { questions: [], problems: [] };
  let topic = '';
  for (const { line, lines } of blocksOf(text)) {
    const written = lines.filter((one) => !one.trimStart().startsWith('//'));
    if (written.length === 0) continue;
    try {
      for (const item of parse(`${written.join('\n')}\n\n`)) {
        if (item.type === 'Category') topic = topicOf(item.title);
        else if (item.type === 'MC') found.questions.push(questionOf(item, line, topic));
        else
          throw new Unsuitable(
            `This is ${kinds[item.type] ?? 'no multiple choice'}; tests here ask multiple choice alone.`,
          );
      }
    } catch (error) {
      found.problems.push({ line, message: messageOf(error) });
    }
  }
  return found;
}

class Unsuitable extends Error {}
type MultipleChoice = Extract<ReturnType<typeof parse>[number], { type: 'MC' }>;

function questionOf({ stem, choices }: MultipleChoice, line: number, topic: string): FoundQuestion {
  const right = choices.filter(({ isCorrect, weight }) => isCorrect || weight === 100);
  if (right.length !== 1) throw new Unsuitable('The question needs exactly one right answer.');
  const options = choices.map((choice) => plain(choice.text));
  return { line, text: plain(stem), options, correct: plain(right[0]?.text), topic };
}

/** Where a category is a path, its last part: '$course$/top/Fire' is 'Fire'. */
const topicOf = (category: string) => category.split('/').at(-1)?.trim() ?? '';

type Written = { format: string; text: string } | undefined;

/** The words of a text; of one in HTML without its tags, which our questions do not have. */
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
  // What the grammar throws names a place in the block; anything else is a fault of ours.
  if (error instanceof Error && error.name === 'SyntaxError') return 'This is not written as GIFT has it.';
  throw error;
}
