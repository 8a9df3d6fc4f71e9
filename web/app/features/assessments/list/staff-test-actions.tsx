import { useContext } from 'react';
import { isRefusal, messageOf } from '../../../lib/calls/api-client.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { ActionLink, ActionLook } from '../../../ui/dialogs/action-look.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { duplicateTest, saveQuestions } from '../authoring/staff-authoring-api.ts';
import type { Test } from '../staff-wire.ts';

/** What is done most with an assessment besides publishing it. */
export function TestActions({ test: { id } }: { test: Test }) {
  const [mayEdit, maySeeResults] = [useMay('tests:edit'), useMay('results:read')];
  const name = `test-${id}`;
  return (
    <>
      {mayEdit && (
        <ActionLink to={staffPaths.editTest(id)} aria-describedby={name}>
          Edit
        </ActionLink>
      )}
      {maySeeResults && (
        <ActionLink to={staffPaths.testAnalysis(id)} aria-describedby={name}>
          Analysis
        </ActionLink>
      )}
    </>
  );
}

/** The other actions for an assessment: a copy, and its questions as files. */
export function FurtherTestActions({ test: { id } }: { test: Test }) {
  const mayEdit = useMay('tests:edit');
  const name = `test-${id}`;
  return (
    <>
      {mayEdit && <Act label="Duplicate" describedBy={name} act={() => duplicateTest(id)} />}
      <Act label="Save as GIFT" describedBy={name} act={() => saveQuestions(id, 'gift')} />
      <Act label="Save as Moodle XML" describedBy={name} act={() => saveQuestions(id, 'moodle')} />
      <Act label="Save as QTI 3.0" describedBy={name} act={() => saveQuestions(id, 'qti')} />
      <Act label="Save as CSV" describedBy={name} act={() => saveQuestions(id, 'csv')} />
    </>
  );
}

type ActProps = { label: string; describedBy: string; act: () => Promise<string | undefined> };

/** An action that needs no confirmation; what comes of it is shown as a toast. */
function Act({ label, describedBy, act }: ActProps) {
  const { Opener } = useContext(ActionLook);

  async function go() {
    try {
      const word = await act();
      if (word) toast(word);
    } catch (error) {
      toast(messageOf(error, 'Something went wrong'), { tone: 'bad', seconds: 6 });
      if (!isRefusal(error)) throw error;
    }
  }

  return (
    <Opener tone="plain" size="small" aria-describedby={describedBy} onClick={() => void go()}>
      {label}
    </Opener>
  );
}
