import { useEffect, useRef, useState } from 'react';
import { FilmUpload, type UploadState } from './film-upload.ts';
import { type Pace, paceAfter } from './upload-pace.ts';

export type Uploading = UploadState & { pace: Pace };

/** The sending of films from a page: how it goes, and what may be done about it. It stops when the page is left. */
export function useFilmUpload() {
  const [state, setState] = useState<Uploading>();
  const current = useRef<FilmUpload>(null);
  const running = state !== undefined;

  // a link that stalls says nothing, so that the speed is reckoned anew now and then
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
   * Sends films and hands their ids to `use`, which makes something of them. What `use` refuses stays on the server:
   * the next try sends the other films alone.
   *
   * @returns what `use` gave; undefined when it was cancelled.
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
