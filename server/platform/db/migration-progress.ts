/** Milliseconds without a line: a start that takes no longer says nothing. */
const patience = 1_000;
/** Milliseconds after which a migration that still runs is named again. */
const again = 30_000;

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** A migration that is applied: its place among those that are pending. */
type Current = { name: string; number: number; of: number };

export type MigrationProgress = {
  begin: (migration: Current) => void;
  /** The migration that has begun last was applied. */
  end: () => void;
  /** All were applied; otherwise one has failed, and with it all. */
  stop: (areApplied: boolean) => void;
};

/**
 * Tells an operator who waits what runs, in plain lines: nothing while it takes less than a second, then at most one
 * line a second, with the number and the name of the migration that runs; how long slow ones and all of them took; and
 * that it waits, such as for another program that migrates.
 */
export function migrationProgress(tell: (line: string) => void): MigrationProgress {
  const began = performance.now();
  let current: (Current & { began: number }) | undefined;
  let told = { name: '', at: 0 };
  let applied = 0;
  const words = ({ number, of, name }: Current) => `Migration ${number} of ${of}, ${name}`;
  const timer = setInterval(() => {
    const now = performance.now();
    const name = current?.name ?? '';
    if (told.at > 0 && told.name === name && now - told.at < again) return;
    const since = current && now - current.began > again ? `, for ${seconds(now - current.began)}` : '';
    tell(current ? `${words(current)}${since} …` : 'Waits for the database, which another program may be migrating …');
    told = { name, at: now };
  }, patience);
  return {
    begin: (migration) => {
      current = { ...migration, began: performance.now() };
    },
    end: () => {
      if (!current) return;
      applied = current.number;
      const took = performance.now() - current.began;
      if (took >= patience) tell(`${words(current)}: ${seconds(took)}.`);
    },
    stop: (areApplied) => {
      clearInterval(timer);
      const took = performance.now() - began;
      if (areApplied && applied > 0 && took >= patience)
        tell(`${applied === 1 ? 'One migration was' : `${applied} migrations were`} applied in ${seconds(took)}.`);
    },
  };
}
