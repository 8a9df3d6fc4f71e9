import { type FormEvent, useState } from 'react';
import { dropDraft, hasDraft, keepDraft, readDraft } from '../../lib/form-draft.ts';

/**
 * What is typed into a form of the profile outlives a reload and the end of a session, until it is sent or discarded.
 *
 * @param name the form's own; each keeps its own draft.
 */
export function useProfileDraft(name: string) {
  const [kept, setKept] = useState(() => readDraft(name));
  const [round, setRound] = useState(0);
  const [restored, setRestored] = useState(() => hasDraft(name));
  return {
    /** What was typed before, by field, to begin with. */
    kept,
    /** Whether the form shows something that was typed before and not sent. */
    restored,
    /** The form's key: one that was discarded begins anew. */
    round,
    keep: ({ currentTarget }: FormEvent<HTMLFormElement>) => keepDraft(name, currentTarget),
    /** It was sent. */
    drop: () => {
      dropDraft(name);
      setRestored(false);
    },
    discard: () => {
      dropDraft(name);
      setKept({});
      setRound((before) => before + 1);
      setRestored(false);
    },
  };
}
