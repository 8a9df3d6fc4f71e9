/** Ends a turn. Safe to call twice. */
export type Release = () => void;

type Waiting = { exclusive: boolean; start: (release: Release) => void };

/**
 * Schedules access to the one connection: either any number of single statements together, which the database thread
 * executes one after the other, or one transaction alone. First come, first served, so that neither kind starves.
 */
export class Turns {
  #statements = 0;
  #exclusive = false;
  #waiting: Waiting[] = [];

  /** How many operations wait, and how many have their turn. */
  get use() {
    return { waiting: this.#waiting.length, running: this.#exclusive ? 1 : this.#statements };
  }

  /** Resolves when it is the caller's turn, with the function that ends the turn. */
  take(kind: 'statement' | 'exclusive'): Promise<Release> {
    return new Promise((start) => {
      this.#waiting.push({ exclusive: kind === 'exclusive', start });
      this.#next();
    });
  }

  #next(): void {
    for (let first = this.#waiting[0]; first && this.#isFree(first); first = this.#waiting[0]) {
      this.#waiting.shift();
      if (first.exclusive) this.#exclusive = true;
      else this.#statements++;
      first.start(this.#releaseOf(first));
    }
  }

  #isFree({ exclusive }: Waiting): boolean {
    return !this.#exclusive && (!exclusive || this.#statements === 0);
  }

  #releaseOf({ exclusive }: Waiting): Release {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      if (exclusive) this.#exclusive = false;
      else this.#statements--;
      this.#next();
    };
  }
}
