import { type RefObject, useEffect, useState } from 'react';
import { isRefusal } from '../../../lib/calls/api-client.ts';
import { renewLink } from '../../../lib/calls/fresh-link.ts';

/**
 * The retry interval after a network failure, in milliseconds; a retry also follows at once when the browser is online
 * again.
 */
const againAfter = 5000;
const playlistType = 'application/vnd.apple.mpegurl';

type Source = { url: string; isPlaylist: boolean };
type Options = {
  /** Nothing is loaded before playback starts. */
  lowData: boolean;
  /** Called with true when the network fails, and with false when playback has resumed by itself. */
  onStalled: (stalled: boolean) => void;
  onFailed: () => void;
};

/**
 * Sets the source of a player, and resumes it after a network failure. Smaller versions need Media Source Extensions
 * and hls.js, which is loaded only for them, or a browser with native HLS. The callbacks must keep their identity: a
 * new function would restart the film.
 *
 * @returns whether the link is too slow for what is played: a piece of the smallest version that the playlist has takes
 * longer to load than to play. It is measured only where hls.js plays.
 */
export function useFilmSource(
  video: RefObject<HTMLVideoElement | null>,
  { url, isPlaylist }: Source,
  { lowData, onStalled, onFailed }: Options,
): boolean {
  const [tooSlow, setTooSlow] = useState(false);
  useEffect(() => {
    const element = video.current;
    setTooSlow(false);
    if (!element) return;
    const callbacks = { onStalled, onFailed };
    if (!isPlaylist || !playsPieces(url)) return playDirectly(element, url, callbacks);
    return playByHls(element, url, { lowData, onTooSlow: setTooSlow, ...callbacks });
  }, [video, url, isPlaylist, lowData, onStalled, onFailed]);
  return tooSlow;
}

/**
 * Whether hls.js is to play a playlist. For one on this device, the newer interface of iPhones is used as well: their
 * own player does not ask the service worker.
 */
const playsPieces = (url: string): boolean =>
  'MediaSource' in window || (url.startsWith('/aboard/') && 'ManagedMediaSource' in window);

type Callbacks = Pick<Options, 'onStalled' | 'onFailed'>;

/** A link to the film that is valid now: the page's own expires when a film is left open overnight. */
async function stillGood(url: string): Promise<string> {
  try {
    return await renewLink(url);
  } catch (error) {
    // the player then reports the failure of the old link
    if (!isRefusal(error)) throw error;
    return url;
  }
}

/** Calls `work` when the network may be back; returns a function that cancels it. */
function whenBack(work: () => Promise<void>): () => void {
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('online', once);
  };
  const once = () => {
    stop();
    void work();
  };
  const timer = setTimeout(once, againAfter);
  window.addEventListener('online', once);
  return stop;
}

function playDirectly(element: HTMLVideoElement, url: string, { onStalled, onFailed }: Callbacks): () => void {
  let stopWaiting = () => {};
  let wasPlaying = false;
  let left = false;
  const onPlay = () => {
    wasPlaying = true;
  };
  const onPause = () => {
    // an error also pauses the film; that is not a choice of the person
    if (!element.error) wasPlaying = false;
  };
  const onError = () => {
    if (element.error?.code !== MediaError.MEDIA_ERR_NETWORK) return onFailed();
    onStalled(true);
    stopWaiting = whenBack(async () => {
      const now = await stillGood(url);
      if (left) return;
      element.src = now;
      if (wasPlaying) void element.play().catch(onFailed);
    });
  };
  const onLoaded = () => onStalled(false);
  const listeners = { play: onPlay, pause: onPause, error: onError, loadedmetadata: onLoaded };
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
  element.src = url;
  return () => {
    left = true;
    stopWaiting();
    for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
  };
}

/**
 * Watches how long pieces of the smallest version take to load, in comparison with how long they play.
 *
 * @param onTooSlow called with true when a piece is not there after the time that it plays, and with false when one is.
 * @returns what to call when a piece begins to load and when it is there, with its level and seconds; and an end.
 */
export function pieceTimer(onTooSlow: (tooSlow: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  return {
    begun({ level, duration }: Piece) {
      end();
      if (level === 0) timer = setTimeout(onTooSlow, duration * 1000, true);
    },
    loaded({ level, duration }: Piece, seconds: number) {
      end();
      // From a higher version the player steps down by itself.
      if (level === 0) onTooSlow(seconds > duration);
      else onTooSlow(false);
    },
    end,
  };
}
type Piece = { level: number; duration: number };

type HlsOptions = Options & { onTooSlow: (tooSlow: boolean) => void };
function playByHls(
  element: HTMLVideoElement,
  url: string,
  { lowData, onStalled, onFailed, onTooSlow }: HlsOptions,
): () => void {
  let stop = () => {};
  let left = false;
  import('hls.js/light')
    .then(({ default: Hls }) => {
      if (left) return;
      // A worker would be a script from a blob: URL, which the site's CSP refuses; there is little for it to do.
      const hls = new Hls({ enableWorker: false, autoStartLoad: !lowData, maxBufferLength: lowData ? 20 : 60 });
      let stopWaiting = () => {};
      hls.on(Hls.Events.ERROR, (_event, { fatal, type, response }) => {
        if (!fatal) return;
        if (type === Hls.ErrorTypes.MEDIA_ERROR) return hls.recoverMediaError();
        // Not found: the list of versions was replaced by one that has more of them, and the page is read again.
        if (type !== Hls.ErrorTypes.NETWORK_ERROR || response?.code === 404) return onFailed();
        onStalled(true);
        stopWaiting = whenBack(async () => {
          const now = response?.code === 401 ? await stillGood(url) : url;
          if (left) return;
          if (now === url && hls.levels.length > 0) hls.startLoad();
          else hls.loadSource(now);
        });
      });
      const pieces = pieceTimer(onTooSlow);
      hls.on(Hls.Events.FRAG_LOADING, (_event, { frag }) => pieces.begun(frag));
      hls.on(Hls.Events.FRAG_LOADED, (_event, { frag }) => {
        const { start, end } = frag.stats.loading;
        pieces.loaded(frag, (end - start) / 1000);
        onStalled(false);
      });
      const load = () => hls.startLoad();
      if (lowData) element.addEventListener('play', load, { once: true });
      hls.loadSource(url);
      hls.attachMedia(element);
      stop = () => {
        stopWaiting();
        pieces.end();
        element.removeEventListener('play', load);
        hls.destroy();
      };
    })
    .catch(() => {
      // hls.js itself needs the network: the browser's own player takes the playlist where it can
      if (!left && element.canPlayType(playlistType)) element.src = url;
      else if (!left) onFailed();
    });
  return () => {
    left = true;
    stop();
  };
}
