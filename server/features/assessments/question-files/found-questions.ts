/** A question as read from a file: its text, its options, and those of them that are right. */
export type FoundQuestion = {
  line: number;
  text: string;
  options: string[];
  correct: string[];
  topic: string;
  forPractice: boolean;
  explanation: string;
};
export type Problem = { line: number; message: string };
export type FoundQuestions = { questions: FoundQuestion[]; problems: Problem[] };

/** The blocks of a text, which are separated by empty lines, each with the number of its first line, counted from 1. */
export function blocksOf(text: string): { line: number; lines: string[] }[] {
  const blocks: { line: number; lines: string[] }[] = [];
  let open: { line: number; lines: string[] } | undefined;
  for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') open = undefined;
    else if (open) open.lines.push(line);
    else {
      open = { line: i + 1, lines: [line] };
      blocks.push(open);
    }
  }
  return blocks;
}
