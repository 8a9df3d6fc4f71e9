import { useEffect, useRef, useState } from 'react';
import { FilmUpload, type UploadState } from './film-upload.ts';
import { type Pace, paceAfter } from './upload-pace.ts';

export type Uploading = UploadState & { pace: Pace };

/** The upload of films from a page: its state, and functions to control it. It stops when the page is left. */
export function useFilmUpload() {
  const [state, setState] = useState<Uploading>();
  const current = useRef<FilmUpload>(null);
  const running = state !== undefined;

  // a stalled link triggers no event, so the speed is recalculated at intervals
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(
      () => setState((now) => now && { ...now, pace: paceAfter(now.pace, now, Date.now()) }),
      2000,
    );
    return () => clearInterval(timer);
  }, [running]);
  useEffect(() => () => current.current?.cancel(), []);

  /**
   * Uploads films and passes their ids to `use`, which creates films from them. Uploads that `use` refuses stay on the
   * server: the next try sends only the other films.
   *
   * @returns the result of `use`; undefined when it was cancelled.
   */
  async function send<T>(films: readonly File[], use: (ids: string[]) => Promise<T>): Promise<T | undefined> {
    const upload = new FilmUpload(films, (next) =>
      setState((before) => {
        const paused = before && before.status !== 'sending' ? undefined : before?.pace;
        return { ...next, pace: paceAfter(paused, next, Date.now()) };
      }),
    );
    current.current = upload;
    try {
      const made = await use(await upload.send());
      await upload.forget();
      return made;
    } catch (error) {
      if (!upload.cancelled) throw error;
      return undefined;
    } finally {
      current.current = null;
      setState(undefined);
    }
  }

  return {
    state,
    send,
    isSending: () => current.current !== null,
    pause: () => current.current?.pause(),
    resume: () => current.current?.resume(),
    cancel: () => current.current?.cancel(),
  };
}
