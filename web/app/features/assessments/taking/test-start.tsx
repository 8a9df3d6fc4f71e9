import { useEffect, useState } from 'react';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Card } from '../../../ui/layout.tsx';
import { PracticeLink } from '../../courses/practice-link.tsx';
import { scoreInWords } from '../percent.ts';
import type { Paper, Sitting } from '../wire.ts';
import { startTest } from './api.ts';
import { LinkCheck } from './link-check.tsx';
import { NextAttempt, stakesInWords } from './next-attempt.tsx';
import { Regraded } from './regraded.tsx';
import { WeakTopics } from './weak-topics.tsx';

/** The conditions of an assessment, shown before its clock starts or an attempt is used, and the start button. */
export function TestStart({ paper, sitting }: { paper: Paper; sitting: Sitting }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const { result } = paper;
  const mayStart = useWaited(sitting.nextAttemptAt) || sitting.mayStart;

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
          Your last attempt: <strong>{scoreInWords(result)}</strong>, not passed.
        </p>
      )}
      {result && <Regraded result={result} />}
      {result && <WeakTopics courseId={paper.courseId} topics={result.weakTopics} />}
      <div className="empty:hidden">
        <PracticeLink courseId={paper.courseId} questions={paper.practiceQuestions} />
      </div>
      <h2 className="text-xl">Before you start</h2>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {conditionsOf(sitting).map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      {/* How many attempts are left is said above, except beside a wait; that it is the last one is too. */}
      {(sitting.nextAttemptAt || sitting.attemptsLeft === 0) && (
        <NextAttempt
          attemptsLeft={sitting.attemptsLeft === 1 ? null : sitting.attemptsLeft}
          at={sitting.nextAttemptAt}
        />
      )}
      {mayStart && <LinkCheck />}
      {trouble && <Alert>{trouble}</Alert>}
      <Button size="large" className="self-start" busy={busy} disabled={!mayStart} onClick={() => void start()}>
        Start Test
      </Button>
    </Card>
  );
}

/** Whether a time has been reached, by this page's clock; the server decides by its own. */
function useWaited(until: string | null): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (!until) return;
    // The longest delay of a timer is 2³¹ − 1 ms, about three weeks.
    const timer = setTimeout(() => setWaited(true), Math.min(Date.parse(until) - Date.now(), 2 ** 31 - 1));
    return () => clearTimeout(timer);
  }, [until]);
  return waited;
}

function conditionsOf(sitting: Sitting): string[] {
  const { questionCount, minutes, attemptsAllowed, attemptsUsed, noteLeaving } = sitting;
  // The number used already implies the number left.
  const attemptsLeft = sitting.attemptsLeft === 1 ? 1 : null;
  const stakes = sitting.attemptsLeft !== 0 && stakesInWords({ ...sitting, attemptsLeft });
  return [
    questionCount === 1 ? 'There is one question.' : `There are ${questionCount} questions.`,
    minutes !== null &&
      `You have ${minutes === 1 ? 'one minute' : `${minutes} minutes`}. The clock continues if you leave the page or lose the connection.`,
    'The test needs the internet, for a few kilobytes. If the connection breaks for some minutes, you lose nothing.',
    'Each answer is saved at once. You can continue on this device or another.',
    minutes !== null && 'When the time is over, the answers saved until then are graded.',
    attemptsAllowed !== null && `You have used ${attemptsUsed} of ${attemptsAllowed} attempts.`,
    stakes !== '' && stakes,
    noteLeaving && 'If you leave this window during the test, this is recorded for the academy.',
  ].filter((condition) => condition !== false);
}
