// Comments that are wider than the 120 columns to which the formatter keeps the code; it leaves comments alone.
// `node tools/comment-width.ts` names their lines, and with `--write` wraps them.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const width = 120;
/** A line that is nothing but a comment: its indentation with the mark, and its text. */
const commentLine = /^(\s*(?:\/\/|\*|\/\*\*)) (.*)$/;
/** Text that begins a paragraph of its own: a tag, an item of a list, a row of a table. */
const ownParagraph = /^(?:@|- |\d+\. |\|)/;
/** Text whose further lines are indented: a tag, an item of a list. */
const hangs = /^(?:@|- |\d+\. )/;

type Comment = { mark: string; indent: string; text: string };

function commentOf(line: string | undefined): Comment | undefined {
  const [, mark, rest] = commentLine.exec(line ?? '') ?? [];
  if (mark === undefined || rest === undefined) return undefined;
  const text = rest.trimStart();
  return { mark, indent: rest.slice(0, rest.length - text.length), text };
}

/** Where a line that is too wide can be broken: the last space that fits, behind the first word; -1 for nowhere. */
function breakOf(line: string): number {
  const at = line.lastIndexOf(' ', width);
  const { mark = '', indent = '' } = commentOf(line) ?? {};
  return at > mark.length + indent.length ? at : -1;
}

/** Whether a comment line is too wide, and could be wrapped. */
export const isTooWide = (line: string): boolean =>
  [...line].length > width && commentLine.test(line) && breakOf(line) !== -1;

/** The lines of a file, with comments that are too wide wrapped: what does not fit goes on in the next line. */
export function wrapComments(lines: readonly string[]): string[] {
  const left = [...lines];
  const wrapped: string[] = [];
  for (let line = left.shift(); line !== undefined; line = left.shift()) {
    const comment = isTooWide(line) ? commentOf(line) : undefined;
    if (!comment) {
      wrapped.push(line);
      continue;
    }
    const margin = comment.mark.slice(0, comment.mark.search(/\S/));
    if (comment.mark.endsWith('/**')) {
      const isClosed = comment.text.endsWith('*/');
      const text = isClosed ? comment.text.slice(0, -2).trimEnd() : comment.text;
      left.unshift(`${margin} * ${text}`, ...(isClosed ? [`${margin} */`] : []));
      wrapped.push(`${margin}/**`);
      continue;
    }
    const at = breakOf(line);
    wrapped.push(line.slice(0, at).trimEnd());
    const rest = line.slice(at + 1);
    const next = commentOf(left[0]);
    const indent = hangs.test(comment.text) ? `${comment.indent}  ` : comment.indent;
    // what is indented further is an example
    const goesOn = next?.mark === comment.mark && next.indent.length <= indent.length && !ownParagraph.test(next.text);
    if (goesOn) left[0] = `${comment.mark} ${next.indent}${rest} ${next.text}`;
    else left.unshift(`${comment.mark} ${indent}${rest}`);
  }
  return wrapped;
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.trim().split('\n')) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    const wide = lines.flatMap((line, index) => (isTooWide(line) ? [index + 1] : []));
    if (wide.length === 0) continue;
    if (process.argv.includes('--write')) writeFileSync(join(root, file), wrapComments(lines).join('\n'));
    else {
      for (const line of wide) console.error(`${file}:${line} is a comment of more than ${width} columns`);
      process.exitCode = 1;
    }
  }
}
