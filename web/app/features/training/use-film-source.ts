import { type RefObject, useEffect } from 'react';
import { isRefusal } from '../../lib/api-client.ts';
import { renewLink } from '../../lib/fresh-link.ts';

/** How long after a lost link the film is asked for again, in milliseconds; also at once when it is said to be back. */
const againAfter = 5000;
const playlistType = 'application/vnd.apple.mpegurl';

type Source = { url: string; isPlaylist: boolean };
type Options = {
  /** Nothing is loaded before the film is played. */
  lowData: boolean;
  /** The link is gone, and the film goes on by itself when it is back; false once it has. */
  onStalled: (stalled: boolean) => void;
  onFailed: () => void;
};

/**
 * Gives a player its source, and brings it back after a lost link. Smaller versions need Media Source Extensions, and
 * hls.js, which is fetched for them alone, or a browser that plays them by itself. What is told of it has to be the same
 * function each time: another one would begin the film anew.
 */
export function useFilmSource(
  video: RefObject<HTMLVideoElement | null>,
  { url, isPlaylist }: Source,
  { lowData, onStalled, onFailed }: Options,
): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const told = { onStalled, onFailed };
    if (!isPlaylist || !('MediaSource' in window)) return playDirectly(element, url, told);
    return playByHls(element, url, { lowData, ...told });
  }, [video, url, isPlaylist, lowData, onStalled, onFailed]);
}

type Told = Pick<Options, 'onStalled' | 'onFailed'>;

/** A link to the film that opens it now: the page's own runs out while a film is left standing overnight. */
async function stillGood(url: string): Promise<string> {
  try {
    return await renewLink(url);
  } catch (error) {
    // what the player says of the old one is what there is to say
    if (!isRefusal(error)) throw error;
    return url;
  }
}

/** Calls `work` when the link may be back; gives how to call it off. */
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

function playDirectly(element: HTMLVideoElement, url: string, { onStalled, onFailed }: Told): () => void {
  let stopWaiting = () => {};
  let wasPlaying = false;
  let left = false;
  const onPlay = () => {
    wasPlaying = true;
  };
  const onPause = () => {
    // a film that breaks off is paused by its error, which is no wish of the person
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

function playByHls(element: HTMLVideoElement, url: string, { lowData, onStalled, onFailed }: Options): () => void {
  let stop = () => {};
  let left = false;
  import('hls.js/light')
    .then(({ default: Hls }) => {
      if (left) return;
      // A worker would be a script from nowhere, which the site's policy refuses; there is little for it to do.
      const hls = new Hls({ enableWorker: false, autoStartLoad: !lowData, maxBufferLength: lowData ? 20 : 60 });
      let stopWaiting = () => {};
      hls.on(Hls.Events.ERROR, (_event, { fatal, type, response }) => {
        if (!fatal) return;
        if (type === Hls.ErrorTypes.MEDIA_ERROR) return hls.recoverMediaError();
        if (type !== Hls.ErrorTypes.NETWORK_ERROR) return onFailed();
        onStalled(true);
        stopWaiting = whenBack(async () => {
          const now = response?.code === 401 ? await stillGood(url) : url;
          if (left) return;
          if (now === url && hls.levels.length > 0) hls.startLoad();
          else hls.loadSource(now);
        });
      });
      hls.on(Hls.Events.FRAG_LOADED, () => onStalled(false));
      const load = () => hls.startLoad();
      if (lowData) element.addEventListener('play', load, { once: true });
      hls.loadSource(url);
      hls.attachMedia(element);
      stop = () => {
        stopWaiting();
        element.removeEventListener('play', load);
        hls.destroy();
      };
    })
    .catch(() => {
      // the library itself needs the link: the browser's own player takes the playlist where it can
      if (!left && element.canPlayType(playlistType)) element.src = url;
      else if (!left) onFailed();
    });
  return () => {
    left = true;
    stop();
  };
}
