import { type FormEvent, useState } from 'react';
import { dropDraft, hasDraft, keepDraft, readDraft } from '../../lib/session/form-draft.ts';

/**
 * Keeps the draft of a profile form across a reload and the end of a session, until it is sent or discarded.
 *
 * @param name the name of the form; each form has its own draft.
 */
export function useProfileDraft(name: string) {
  const [kept, setKept] = useState(() => readDraft(name));
  const [round, setRound] = useState(0);
  const [restored, setRestored] = useState(() => hasDraft(name));
  return {
    /** The stored draft, by field, as initial values. */
    kept,
    /** Whether the form shows a restored draft. */
    restored,
    /** The React key of the form: discarding the draft changes it, and so resets the form. */
    round,
    keep: ({ currentTarget }: FormEvent<HTMLFormElement>) => keepDraft(name, currentTarget),
    /** Call it when the form was sent. */
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
