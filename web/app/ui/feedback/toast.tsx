import { useSyncExternalStore } from 'react';
import { IconButton } from '../button.tsx';
import { CloseIcon } from '../icons.tsx';
import { Alert, type State } from './alert.tsx';

type Shown = { id: number; text: string; tone: State };

let shown: readonly Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Shown[]) {
  shown = next;
  for (const listener of listeners) listener();
}

const close = (id: number) => change(shown.filter((toast) => toast.id !== id));

/** Shows a message at the top centre, for 3 seconds by default; it survives navigation. */
export function toast(text: string, { tone = 'good', seconds = 3 }: { tone?: State; seconds?: number } = {}): void {
  lastId += 1;
  const id = lastId;
  change([...shown.filter((other) => other.text !== text), { id, text, tone }]);
  setTimeout(() => close(id), seconds * 1000);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const none: readonly Shown[] = [];

/** The container of the toasts; the root renders it once. */
export function Toasts() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  );
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-4 z-50 flex flex-col items-center gap-2 px-4"
    >
      {toasts.map(({ id, text, tone }) => (
        <Alert
          key={id}
          tone={tone}
          className="pointer-events-auto w-full max-w-form items-center shadow-over"
          action={
            <IconButton label="Close" className="-my-2 -mr-2 hover:bg-transparent" onClick={() => close(id)}>
              <CloseIcon />
            </IconButton>
          }
        >
          {text}
        </Alert>
      ))}
    </div>
  );
}
