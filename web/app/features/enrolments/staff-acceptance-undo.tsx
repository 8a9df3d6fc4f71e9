import { undoSeconds } from '@fairlead/contract/enrolments/undo';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../lib/calls/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { undoAcceptance } from './staff-api.ts';
import type { EnrolmentRequest } from './staff-wire.ts';

type Acceptance = { request: EnrolmentRequest; until: number };

/**
 * What was accepted within the last seconds, the latest first: as long as it can be undone. What is held stays until
 * the server has answered, whatever the time.
 */
export function useAcceptances() {
  const [acceptances, setAcceptances] = useState<readonly Acceptance[]>([]);
  const next = Math.min(...acceptances.map(({ until }) => until));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const end = () => setAcceptances((before) => before.filter(({ until }) => until > Date.now()));
    const timer = setTimeout(end, next - Date.now());
    return () => clearTimeout(timer);
  }, [next]);
  return {
    acceptances,
    add: (request: EnrolmentRequest) =>
      setAcceptances((before) => [{ request, until: Date.now() + undoSeconds * 1000 }, ...before]),
    hold: ({ request }: Acceptance) =>
      setAcceptances((before) => before.map((one) => (one.request === request ? { request, until: Infinity } : one))),
    remove: ({ request }: Acceptance) => setAcceptances((before) => before.filter((one) => one.request !== request)),
  };
}

type UndoProps = Omit<ReturnType<typeof useAcceptances>, 'add'> & {
  onUndone: (request: EnrolmentRequest) => Promise<void>;
};

/** Says what was accepted last, and takes it back; then the one before, while that can be undone. */
export function AcceptanceUndo({ acceptances, hold, remove, onUndone }: UndoProps) {
  const [busy, setBusy] = useState(false);
  const [latest] = acceptances;

  async function undo(one: Acceptance) {
    setBusy(true);
    hold(one);
    try {
      toast(await undoAcceptance(one.request));
      remove(one);
      await onUndone(one.request);
    } catch (error) {
      toast(messageOf(error, 'Failed to undo the acceptance.'), { tone: 'bad', seconds: 8 });
      // without an answer of the program it may still be undone
      if (error instanceof ApiError && error.status < 500) remove(one);
    } finally {
      setBusy(false);
    }
  }

  // its place stays, so that nothing moves under a pointer
  return (
    <div aria-live="polite" className="mb-3 flex min-h-10 flex-wrap items-center gap-3 text-sm">
      {latest && (
        <>
          <p>
            <strong>{latest.request.person.name}</strong> is accepted for {latest.request.course.title}.
          </p>
          <Button size="small" tone="plain" data-shortcut="u" busy={busy} onClick={() => void undo(latest)}>
            Undo
          </Button>
        </>
      )}
    </div>
  );
}
