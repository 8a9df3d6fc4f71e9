import { blocksOf, choicesAsk, type FoundQuestions, noted, nothingFound, partNamed } from './found-questions.ts';
import { plainWords } from './plain-words.ts';

const option = /^\s*([A-Za-z])[.)]\s(.*)$/;
const answer = /^\s*ANSWER:\s*([A-Za-z])\s*$/;

/** Whether a text is in Aiken format: in no other format does an answer have a line of its own. */
export const looksLikeAiken = (text: string): boolean => text.split(/\r\n?|\n/).some((line) => answer.test(line));

/**
 * Reads questions in Aiken format (https://docs.moodle.org/en/Aiken_format): the question, lettered options, 'ANSWER:
 * B'.
 */
export function readAiken(text: string): FoundQuestions {
  const found = nothingFound();
  for (const { line, lines } of blocksOf(text)) {
    const words = lines.filter((one) => !option.test(one) && !answer.test(one));
    const options = lines.flatMap((one) => {
      const [, letter, said] = option.exec(one) ?? [];
      return letter && said !== undefined ? [{ letter: letter.toUpperCase(), said: said.trim() }] : [];
    });
    const letters = lines.flatMap((one) => answer.exec(one)?.[1]?.toUpperCase() ?? []);
    const correct = options.find(({ letter }) => letter === letters[0])?.said;
    const trouble =
      words.length === 0
        ? 'The question has no text.'
        : letters.length !== 1
          ? 'The question needs exactly one line such as ANSWER: B.'
          : correct === undefined && `Its answer ${letters[0]} is not one of its options.`;
    if (trouble) found.problems.push({ line, message: trouble });
    else {
      const note = (message: string) => void found.notes.push({ line, message });
      const read = plainWords(words.map((one) => one.trim()).join('\n'));
      const saidOnce = noted(read, 'Its text', note).text;
      found.questions.push({
        line,
        text: saidOnce,
        ask: choicesAsk(
          options.map(({ said }) => noted(plainWords(said), partNamed('The option', { text: said }), note).text),
          correct === undefined ? [] : [plainWords(correct).text],
        ),
        topic: '',
        forPractice: false,
        explanation: '',
      });
    }
  }
  return found;
}
