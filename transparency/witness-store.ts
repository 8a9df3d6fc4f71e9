import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

type Kept = { note: string };
type Outcome<A> = { answer: A; note?: string };

/** The last cosigned checkpoint of each log, each in a file of a folder. */
export type WitnessStore = {
  /** @param origin the SHA-256 of the log's origin, hexadecimal. */
  findNote(origin: string): Promise<string | undefined>;
  /**
   * Replaces the checkpoint of a log, if the step returns a new one, before it returns the step's answer. Steps for the
   * same log run one after another.
   */
  update<A>(origin: string, step: (last: Kept | undefined) => Promise<Outcome<A>>): Promise<A>;
};

/** @param folder an existing folder that only this witness uses. */
export function openWitnessStore(folder: string): WitnessStore {
  const turns = new Map<string, Promise<unknown>>();
  const nameOf = (origin: string) => createHash('sha256').update(origin).digest('hex');
  const findNote = async (name: string) =>
    readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });

  async function write(name: string, note: string): Promise<void> {
    const aside = join(folder, `${name}.new`);
    const file = await open(aside, 'w', 0o600);
    try {
      await file.writeFile(note);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, join(folder, name));
    // the new name, too, must survive a power cut: a witness that forgets could cosign a fork
    const parent = await open(folder, 'r');
    try {
      await parent.sync();
    } finally {
      await parent.close();
    }
  }

  return {
    findNote,
    update: async (origin, step) => {
      const name = nameOf(origin);
      const before = turns.get(name) ?? Promise.resolve();
      const turn = before.then(async () => {
        const note = await findNote(name);
        const outcome = await step(note === undefined ? undefined : { note });
        if (outcome.note !== undefined) await write(name, outcome.note);
        return outcome.answer;
      });
      // a step that failed must not fail the next
      turns.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
}
