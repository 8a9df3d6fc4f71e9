import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';

/** What is played: an item of a package, and what it is given. */
export type Played = {
  item: string;
  /** How often an item was opened: the rules of a package may open the same one again. */
  round: number;
  launch: string;
  isScored: boolean;
  isSelfCompleting: boolean;
  edition: string;
  values: Record<string, string>;
};

/** The rules of a package about the order of its items, and the state in which they were left; blank at first. */
export type Ordered = { tree: unknown; state: string };

/** Where the learner wants to go in a package with such rules. */
export type Way = { request: 'continue' | 'previous' | 'choice' | 'start'; target?: string };

/** What the page at the second origin says. It comes from the package's own origin, and proves nothing. */
export type FromPackage =
  | { kind: 'stored'; item: string; values: Record<string, string> }
  /** What an item has set and not committed yet. */
  | { kind: 'set'; item: string; values: Record<string, string> }
  | { kind: 'shown'; item: string }
  | {
      kind: 'order';
      current: string | null;
      delivery: number;
      isNew: boolean;
      next: boolean;
      previous: boolean;
      choices: string[];
    }
  | { kind: 'failed'; reason: string };

type PackageFrameProps = {
  title: string;
  /** The page that plays packages, at another origin. */
  url: string;
  /** What is played, as the learner or the rules of the package have chosen; undefined while nothing is. */
  played: Played | undefined;
  order?: Ordered | undefined;
  /** A new object for each wish. */
  way?: Way | undefined;
  /** In a dialog, it leaves room on a phone. */
  isInDialog?: boolean;
  onMessage: (message: FromPackage) => void;
};

/**
 * The frame in which a package is played. It is another origin, so that it reaches neither this page nor its session;
 * it opens no windows and leads this page nowhere. Both sides check from where a message comes.
 */
export function PackageFrame({ title, url, played, order, way, isInDialog = false, onMessage }: PackageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isReady = useRef(false);
  const [isShown, setShown] = useState(false);
  const latest = useRef({ played, order, onMessage });
  latest.current = { played, order, onMessage };
  const { origin } = new URL(url);

  useEffect(() => {
    const own = frame.current?.contentWindow;
    let isGone = false;
    const send = (message: object) => own?.postMessage({ fairlead: 'academy', ...message }, origin);
    const take = (event: MessageEvent) => {
      if (event.origin !== origin || (event.source !== own && !(isGone && event.source === null))) return;
      if (event.data?.fairlead !== 'package') return;
      if (event.data.kind === 'ready') {
        isReady.current = true;
        const { order: ordered, played: chosen } = latest.current;
        if (ordered) send({ kind: 'begin', ...ordered });
        else if (chosen) send({ kind: 'play', ...chosen });
        return;
      }
      const message = messageIn(event.data);
      if (message && isSeen(message)) setShown(true);
      if (message) latest.current.onMessage(message);
    };
    // a phone may end a page that is not seen
    const onHide = () => {
      if (document.visibilityState === 'hidden') send({ kind: 'flush' });
    };
    window.addEventListener('message', take);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      // what the package stores when it is left arrives after its frame has gone
      isGone = true;
      setTimeout(() => window.removeEventListener('message', take), 1000);
    };
  }, [origin]);

  // another item: the page stays, and what the last one stores when it is left comes through it
  const opened = played && `${played.round} ${played.item}`;
  useEffect(() => {
    if (!isReady.current || opened === undefined) return;
    frame.current?.contentWindow?.postMessage({ fairlead: 'academy', kind: 'play', ...latest.current.played }, origin);
  }, [opened, origin]);

  useEffect(() => {
    if (isReady.current && way)
      frame.current?.contentWindow?.postMessage({ fairlead: 'academy', kind: 'go', ...way }, origin);
  }, [way, origin]);

  return (
    <div className="flex flex-col gap-2">
      <div
        className={cx(
          'relative min-h-80 sm:aspect-video sm:h-auto sm:min-h-0',
          'overflow-hidden rounded-md border border-line bg-sunken',
          isInDialog ? 'h-[45svh]' : 'h-[70svh]',
        )}
      >
        <iframe
          ref={frame}
          title={title}
          src={url}
          sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-downloads"
          allow="fullscreen; autoplay"
          // packages are made for a white page, which shines in a dark one while it is empty
          className={cx('size-full', isShown ? 'bg-white' : 'opacity-0')}
        />
        {!isShown && (
          <Spinner label="Loading the package…" className="absolute inset-0 m-auto size-fit text-3xl text-soft" />
        )}
      </div>
      {/* an iPhone has none */}
      {document.fullscreenEnabled && (
        <Button
          tone="plain"
          size="small"
          className="self-end"
          // where the browser refuses, the package stays where it is
          onClick={() => void frame.current?.requestFullscreen().catch(() => undefined)}
        >
          Full screen
        </Button>
      )}
    </div>
  );
}

/** Whether nothing more is being loaded: an item is shown, cannot be, or waits for the learner's choice. */
const isSeen = (message: FromPackage) =>
  message.kind === 'shown' || message.kind === 'failed' || (message.kind === 'order' && message.current === null);

/** A message whose form was checked; undefined for any other. */
export function messageIn(data: Record<string, unknown>): FromPackage | undefined {
  const { kind, item, values, reason, current, choices } = data;
  if (kind === 'failed') return { kind, reason: String(reason).slice(0, 200) };
  if (kind === 'order')
    return {
      kind,
      current: typeof current === 'string' ? current : null,
      delivery: Number(data.delivery),
      isNew: data.isNew === true,
      next: data.next === true,
      previous: data.previous === true,
      choices: Array.isArray(choices) ? choices.filter((one) => typeof one === 'string') : [],
    };
  if (typeof item !== 'string') return undefined;
  if (kind === 'shown') return { kind, item };
  if ((kind !== 'stored' && kind !== 'set') || typeof values !== 'object' || values === null) return undefined;
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
  return { kind, item, values: Object.fromEntries(texts) };
}
