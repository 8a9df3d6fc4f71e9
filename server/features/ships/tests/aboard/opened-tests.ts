/** How long people may begin a test after the invigilator has opened it, in milliseconds. */
const begin = 2 * 3_600_000;
/** How long a paper without a time limit stays open, in minutes. */
const untimedMinutes = 12 * 60;

/**
 * The keys of the tests that an invigilator has opened. They are in the memory of the program alone: after another
 * start the code is needed again.
 */
export class OpenedTests {
  readonly #keys = new Map<string, { key: Buffer; beginsUntil: Date; until: Date }>();

  /** @param minutes that the test allows. */
  open(testId: string, key: Buffer, { minutes, now }: { minutes: number | null; now: Date }): void {
    const beginsUntil = new Date(now.getTime() + begin);
    const until = new Date(beginsUntil.getTime() + (minutes ?? untimedMinutes) * 60_000);
    this.#keys.set(testId, { key, beginsUntil, until });
  }

  /** Whether somebody may begin now. */
  mayBegin(testId: string, now: Date): boolean {
    const opened = this.#keys.get(testId);
    return opened !== undefined && now < opened.beginsUntil;
  }

  /** The key of a test; undefined while it is not open. */
  keyOf(testId: string, now: Date): Buffer | undefined {
    const opened = this.#keys.get(testId);
    if (opened && now >= opened.until) this.#keys.delete(testId);
    return this.#keys.get(testId)?.key;
  }
}
