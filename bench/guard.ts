import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareInTurn } from './harness/compare-in-turn.ts';
import type { Costs, GuardAnswer, GuardQuestion } from './harness/guarded.ts';
import type { Row } from './harness/table.ts';

const root = resolve(import.meta.dirname, '..');
/** The names of bench/guard-side.ts; cheap, and stable enough to be compared. */
export const guardedParts: readonly string[] = ['weights', 'calls', 'passed-attempt', 'starts', 'rest'];

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * The commit to compare with: the one that is named, the highest version that was tagged before, or the released one
 * where there is no tag of a version. Other tags, such as those of a day, are no release.
 */
function commitOf(named: string | undefined): string {
  const released: { commit: string } = JSON.parse(readFileSync(join(root, 'tools/released.json'), 'utf8'));
  const versions = git('tag', '--merged', 'HEAD', '--list', 'v[0-9]*.[0-9]*.[0-9]*', '--sort=-version:refname');
  const [version] = versions.split('\n').filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  return git('rev-parse', '--short=8', `${named ?? version ?? released.commit}^{commit}`);
}

/**
 * A clone of a commit in `build/guard`, with its packages and its pages, and with today's bench, so that both are
 * measured by the same program. It is kept for the next time.
 */
function cloneOf(commit: string): string {
  const place = join(root, 'build/guard', commit);
  if (!existsSync(place)) {
    git('clone', '--quiet', '--shared', '--no-checkout', root, place);
    execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: place });
  }
  rmSync(join(place, 'bench'), { recursive: true, force: true });
  cpSync(join(root, 'bench'), join(place, 'bench'), { recursive: true });
  // as `npm run bench` does: packages if the lock file changed, pages if their sources did
  execFileSync('npm', ['run', '--silent', 'prebench'], { cwd: place, stdio: ['ignore', 'inherit', 'inherit'] });
  return place;
}

/** One side of the comparison, which measures in a process of its own with the sources of its folder. */
class Side {
  readonly #process: ChildProcess;
  readonly #end: Promise<[GuardAnswer]>;

  constructor(folder: string) {
    const execPath = join(folder, 'node_modules/.bin/node');
    this.#process = fork(join(folder, 'bench/guard-side.ts'), { cwd: folder, execPath });
    this.#end = once(this.#process, 'exit').then((): [GuardAnswer] => [{ error: `the side of ${folder} ended` }]);
  }

  /** Starts a part, and returns what can be measured of it. @throws when the side has it otherwise. */
  open = async (part: string): Promise<string[]> => (await this.#ask({ open: part })).whats ?? [];

  /** One round. @throws when it fails. */
  measure = async (what: string): Promise<Costs> => (await this.#ask({ measure: what })).costs ?? {};

  close = (): Promise<GuardAnswer> => this.#ask('close');

  async #ask(question: GuardQuestion): Promise<GuardAnswer> {
    const answered = once(this.#process, 'message') as Promise<[GuardAnswer]>;
    this.#process.send(question);
    const [answer] = await Promise.race([answered, this.#end]);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  end(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}

/**
 * Compares today's program with that of an earlier commit in one run, row by row in turn: processor time, statements,
 * memory, and what pages weigh.
 *
 * @param named the commit; by default that of the last release.
 * @returns what measures a part: a row for each figure, whose goal is missed where today costs a tenth more. It throws
 *   when a side cannot measure all that the other can, since a figure that is missing looks like one that is met.
 */
export function openGuard(named?: string): (part: string) => Promise<Row[]> {
  const commit = commitOf(named);
  const place = cloneOf(commit);
  return (part) => comparePart(part, { commit, place });
}

async function comparePart(part: string, { commit, place }: { commit: string; place: string }): Promise<Row[]> {
  const [now, before] = [new Side(root), new Side(place)];
  try {
    const whats = await now.open(part);
    const there = await before.open(part).catch((cause: unknown) => {
      throw new Error(`${commit} cannot measure ${part}; name the parts that are to be compared with it`, { cause });
    });
    const alone = whats.filter((one) => !there.includes(one));
    if (whats.length === 0 || alone.length > 0)
      throw new Error(`${commit} does not measure ${alone.join(', ') || part}`);
    const rows: Row[] = [];
    for (const what of whats) {
      const [ours, theirs] = [() => now.measure(what), () => before.measure(what)];
      rows.push(...(await compareInTurn({ what, beside: commit }, ours, theirs)));
    }
    await Promise.all([now.close(), before.close()]);
    return rows;
  } finally {
    now.end();
    before.end();
  }
}
