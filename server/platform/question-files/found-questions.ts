/** A question as a file has it: a text, options, and which of them is right. */
export type FoundQuestion = { line: number; text: string; options: string[]; correct: string; topic: string };
export type Problem = { line: number; message: string };
export type FoundQuestions = { questions: FoundQuestion[]; problems: Problem[] };

/** Pieces of a text that stand between empty lines, each with the line where it begins, from 1. */
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
