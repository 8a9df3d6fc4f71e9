import { useEffect, useRef } from 'react';

/** What is played: an item of a package, and what it is given. */
export type Played = {
  item: string;
  launch: string;
  isScored: boolean;
  edition: string;
  values: Record<string, string>;
};

/** What the page at the second origin says. It comes from the package's own origin, and proves nothing. */
export type FromPackage =
  | { kind: 'stored'; item: string; values: Record<string, string> }
  | { kind: 'shown' | 'ended'; item: string }
  | { kind: 'failed'; reason: string };

type PackageFrameProps = {
  title: string;
  /** The page that plays packages, at another origin. */
  url: string;
  played: Played;
  onMessage: (message: FromPackage) => void;
};

/**
 * The frame in which a package is played. It is another origin, so that it reaches neither this page nor its session; it
 * opens no windows and leads this page nowhere. Both sides check from where a message comes.
 */
export function PackageFrame({ title, url, played, onMessage }: PackageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isReady = useRef(false);
  const latest = useRef({ played, onMessage });
  latest.current = { played, onMessage };
  const { origin } = new URL(url);

  useEffect(() => {
    const play = () =>
      frame.current?.contentWindow?.postMessage(
        { fairlead: 'academy', kind: 'play', ...latest.current.played },
        origin,
      );
    const take = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      if (event.data?.fairlead !== 'package') return;
      if (event.data.kind === 'ready') {
        isReady.current = true;
        play();
        return;
      }
      const message = messageIn(event.data);
      if (message) latest.current.onMessage(message);
    };
    window.addEventListener('message', take);
    return () => window.removeEventListener('message', take);
  }, [origin]);

  // another item: the page stays, and what the last one stores when it is left comes through it
  const { item } = played;
  useEffect(() => {
    if (!isReady.current || latest.current.played.item !== item) return;
    frame.current?.contentWindow?.postMessage({ fairlead: 'academy', kind: 'play', ...latest.current.played }, origin);
  }, [item, origin]);

  return (
    <iframe
      ref={frame}
      title={title}
      src={url}
      sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-downloads"
      allow="fullscreen; autoplay"
      className="aspect-4/3 w-full rounded-md border border-line bg-white sm:aspect-video"
    />
  );
}

/** A message whose form was checked; undefined for any other. */
export function messageIn(data: Record<string, unknown>): FromPackage | undefined {
  const { kind, item, values, reason } = data;
  if (kind === 'failed') return { kind, reason: String(reason).slice(0, 200) };
  if (typeof item !== 'string') return undefined;
  if (kind === 'shown' || kind === 'ended') return { kind, item };
  if (kind !== 'stored' || typeof values !== 'object' || values === null) return undefined;
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
  return { kind, item, values: Object.fromEntries(texts) };
}
