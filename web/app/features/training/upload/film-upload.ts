import { forgetSent, sendFilm } from './send-film.ts';

/** The state of the upload of films. Bytes are those of all films; `index` is the film being sent, from 0. */
export type UploadState = {
  status: 'sending' | 'waiting' | 'paused' | 'sent';
  index: number;
  sent: number;
  total: number;
};

const sumOf = (films: readonly File[]) => films.reduce((bytes, { size }) => bytes + size, 0);

/** An upload of films, one after the other, which can be paused, resumed and cancelled. */
export class FilmUpload {
  readonly #films: readonly File[];
  readonly #onChange: (state: UploadState) => void;
  #state: UploadState;
  #running = new AbortController();
  /** While it is paused: resolves, and goes on. */
  #paused: { goOn: () => void; over: Promise<void> } | undefined;
  #cancelled = false;

  constructor(films: readonly File[], onChange: (state: UploadState) => void) {
    this.#films = films;
    this.#onChange = onChange;
    this.#state = { status: 'sending', index: 0, sent: 0, total: sumOf(films) };
  }

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /**
   * Sends all films; returns the upload ids in the order of the films.
   *
   * @throws ApiError with the film's field name (`uploads.0`), or the abort error after `cancel`.
   */
  async send(): Promise<string[]> {
    const ids: string[] = [];
    for (const [index, film] of this.#films.entries()) {
      const before = sumOf(this.#films.slice(0, index));
      this.#tell({ index, sent: before, status: 'sending' });
      ids.push(await this.#sendOne(film, before));
    }
    this.#tell({ sent: this.#state.total, status: 'sent' });
    return ids;
  }

  pause(): void {
    if (this.#paused || this.#state.status === 'sent') return;
    let goOn = () => {};
    const over = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    this.#paused = { goOn, over };
    this.#running.abort();
    this.#tell({ status: 'paused' });
  }

  resume(): void {
    this.#running = new AbortController();
    this.#tell({ status: 'sending' });
    this.#paused?.goOn();
    this.#paused = undefined;
  }

  /** The server keeps the chunks that were sent for a day. */
  cancel(): void {
    this.#cancelled = true;
    this.#running.abort();
    this.#paused?.goOn();
  }

  /** Forgets the uploads, after films were created from them. */
  async forget(): Promise<void> {
    await Promise.all(this.#films.map(forgetSent));
  }

  async #sendOne(film: File, before: number): Promise<string> {
    for (;;) {
      await this.#paused?.over;
      try {
        return await sendFilm(film, {
          signal: this.#running.signal,
          onSent: (bytes) => this.#tell({ sent: before + bytes, status: 'sending' }),
          onStalled: () => this.#tell({ status: 'waiting' }),
        });
      } catch (error) {
        if (this.#cancelled || !this.#running.signal.aborted) throw error;
      }
    }
  }

  #tell(news: Partial<UploadState>): void {
    this.#state = { ...this.#state, ...news };
    this.#onChange(this.#state);
  }
}
