import {
  addFound,
  blocksOf,
  choicesAsk,
  type FoundQuestions,
  noted,
  nothingFound,
  partNamed,
  Unsuitable,
} from './found-questions.ts';
import { plainWords, quoted } from './plain-words.ts';

const option = /^\s*([A-Za-z])[.)]\s(.*)$/;
const answer = /^\s*ANSWER:\s*([A-Za-z])\s*$/;

/** Whether a text is in Aiken format: in no other format does an answer have a line of its own. */
export const looksLikeAiken = (text: string): boolean => text.split(/\r\n?|\n/).some((line) => answer.test(line));

/**
 * Reads questions in Aiken format (https://docs.moodle.org/en/Aiken_format): the question, lettered options, 'ANSWER:
 * B'. Any other line behind the first option has no place in a question, which is a problem.
 */
export function readAiken(text: string): FoundQuestions {
  const found = nothingFound();
  for (const { line, lines } of blocksOf(text)) addFound(found, { line }, (note) => questionOf(lines, line, note));
  return found;
}

function questionOf(lines: readonly string[], line: number, note: (message: string) => void) {
  const begun = lines.findIndex((one) => option.test(one) || answer.test(one));
  const words = begun === -1 ? lines : lines.slice(0, begun);
  const behind = begun === -1 ? [] : lines.slice(begun);
  const options = behind.flatMap((one) => {
    const [, letter, said] = option.exec(one) ?? [];
    return letter && said !== undefined ? [{ letter: letter.toUpperCase(), said: said.trim() }] : [];
  });
  const letters = behind.flatMap((one) => answer.exec(one)?.[1]?.toUpperCase() ?? []);
  const [letter, ...more] = letters;
  if (words.length === 0) throw new Unsuitable('The question has no text.');
  if (letter === undefined || more.length > 0)
    throw new Unsuitable('The question needs exactly one line such as ANSWER: B.');
  const stray = behind.findIndex((one) => !option.test(one) && !answer.test(one));
  if (stray !== -1)
    throw new Unsuitable(
      `Line ${line + begun + stray} ${quoted(behind[stray] ?? '')} is neither an option such as “B. text” nor the answer.`,
    );
  const named = options.filter((one) => one.letter === letter);
  if (named.length === 0) throw new Unsuitable(`Its answer ${letter} is not one of its options.`);
  if (new Set(options.map((one) => one.letter)).size < options.length)
    throw new Unsuitable('Two of its options have the same letter.');
  const read = plainWords(words.map((one) => one.trim()).join('\n'));
  return {
    text: noted(read, 'Its text', note).text,
    ask: choicesAsk(
      options.map(({ said }) => noted(plainWords(said), partNamed('The option', { text: said }), note).text),
      named.map(({ said }) => plainWords(said).text),
    ),
    topic: '',
    forPractice: false,
    explanation: '',
  };
}
