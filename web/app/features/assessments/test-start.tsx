import { useState } from 'react';
import { messageOf } from '../../lib/api-client.ts';
import { Moment } from '../../lib/site.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import { startTest } from './api.ts';
import { formatPercent } from './percent.ts';
import type { Paper, Sitting } from './wire.ts';

/** What is to be known of a test before its clock runs or an attempt is spent, and the button that begins it. */
export function TestStart({ paper, sitting }: { paper: Paper; sitting: Sitting }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const { result } = paper;

  async function start() {
    setBusy(true);
    setTrouble(undefined);
    try {
      await startTest(paper.courseId);
    } catch (error) {
      setTrouble(messageOf(error, 'The test could not be started. Please try again.'));
      setBusy(false);
    }
  }

  return (
    <Card className="flex flex-col gap-5 p-6">
      {result && !result.passed && (
        <p>
          Your last attempt: <strong>{result.score}</strong> of {result.totalQuestions} (
          {formatPercent(result.percentage)}), not passed.
        </p>
      )}
      <h2 className="text-xl">Before you start</h2>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {conditionsOf(sitting).map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      {sitting.nextAttemptAt && (
        <Alert tone="info">
          The next attempt can be started from <Moment at={sitting.nextAttemptAt} />.
        </Alert>
      )}
      {!sitting.mayStart && !sitting.nextAttemptAt && (
        <Alert tone="info">You have no attempts left. The academy can allow another one.</Alert>
      )}
      {trouble && <Alert>{trouble}</Alert>}
      <Button size="large" className="self-start" busy={busy} disabled={!sitting.mayStart} onClick={() => void start()}>
        Start Test
      </Button>
    </Card>
  );
}

function conditionsOf({ questionCount, minutes, attemptsAllowed, attemptsUsed, noteLeaving }: Sitting): string[] {
  return [
    questionCount === 1 ? 'There is one question.' : `There are ${questionCount} questions.`,
    minutes !== null &&
      `You have ${minutes === 1 ? 'one minute' : `${minutes} minutes`}. The clock goes on when you leave the page or lose the link.`,
    'Each answer is saved as you give it. You can go on where you were, on this device or another.',
    minutes !== null && 'When the time is over, the answers saved until then are graded.',
    attemptsAllowed !== null && `You have used ${attemptsUsed} of ${attemptsAllowed} attempts.`,
    noteLeaving && 'Leaving this window during the test is noted for the staff of the academy.',
  ].filter((condition) => condition !== false);
}
