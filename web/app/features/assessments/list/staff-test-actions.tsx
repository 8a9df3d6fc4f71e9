import { useState } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { duplicateTest, saveQuestions } from '../authoring/staff-authoring-api.ts';
import type { Test } from '../staff-wire.ts';

/** The actions for an assessment besides publishing it. */
export function TestActions({ test: { id } }: { test: Test }) {
  const [busy, setBusy] = useState<string>();
  const [mayEdit, maySeeResults] = [useMay('tests:edit'), useMay('results:read')];

  async function act(name: string, work: () => Promise<string | undefined>) {
    setBusy(name);
    try {
      const word = await work();
      if (word) toast(word);
    } catch (error) {
      toast(messageOf(error, 'Something went wrong'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    } finally {
      setBusy(undefined);
    }
  }
  const button = (name: string, work: () => Promise<string | undefined>) => (
    <Button
      tone="quiet"
      size="small"
      busy={busy === name}
      aria-describedby={`test-${id}`}
      onClick={() => void act(name, work)}
    >
      {name}
    </Button>
  );
  const save = (format: 'gift' | 'csv') => () => saveQuestions(id, format);

  return (
    <div className="-ml-3 flex flex-wrap gap-1">
      {mayEdit && (
        <LinkButton to={paths.staff.editTest(id)} tone="quiet" size="small" aria-describedby={`test-${id}`}>
          Edit
        </LinkButton>
      )}
      {mayEdit && button('Duplicate', () => duplicateTest(id))}
      {maySeeResults && (
        <LinkButton to={paths.staff.testAnalysis(id)} tone="quiet" size="small" aria-describedby={`test-${id}`}>
          Analysis
        </LinkButton>
      )}
      {button('Save as GIFT', save('gift'))}
      {button('Save as CSV', save('csv'))}
    </div>
  );
}
