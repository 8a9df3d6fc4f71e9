import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Card } from '../../../ui/layout.tsx';
import { OwnCertificate } from '../../certificates/own-certificate.tsx';
import { PracticeLink } from '../../courses/practice-link.tsx';
import { scoreInWords } from '../percent.ts';
import type { Paper, Result } from '../wire.ts';
import { AnswerReview } from './answer-review.tsx';
import { reopenPaper } from './api.ts';
import { NextAttempt } from './next-attempt.tsx';
import { Regraded } from './regraded.tsx';
import { WeakTopics } from './weak-topics.tsx';

type TestResultProps = {
  paper: Pick<Paper, 'courseId' | 'passMark'>;
  result: Result;
  /** Whether the answers were submitted just now: the focus then moves from the removed paper to the result. */
  isNew: boolean;
  onAgain: () => void;
};

/** The score and its consequence: the certificate, or another attempt. */
export function TestResult({ paper, result, isNew, onAgain }: TestResultProps) {
  const { courseId, passMark } = paper;
  const { passed, next } = result;
  const isOpen = next?.attemptsLeft !== 0 && !next?.at;
  const [isCertificateShown, showCertificate] = useState(passed && isNew);
  const certificate = useRef<HTMLElement>(null);
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);

  function viewCertificate() {
    flushSync(() => showCertificate(true));
    certificate.current?.focus();
  }

  async function again() {
    setBusy(true);
    try {
      await reopenPaper(courseId);
      onAgain();
    } finally {
      setBusy(false);
    }
  }

  const Icon = passed ? CheckIcon : WarningIcon;
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col items-center gap-4 p-8 text-center">
        <span
          className={cx(
            'inline-flex size-16 items-center justify-center rounded-full text-3xl',
            passed ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn',
          )}
        >
          <Icon />
        </span>
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          {passed ? 'You have passed' : 'Not passed this time'}
        </h2>
        <p className="text-lg">
          Score: <strong>{scoreInWords(result)}</strong>
        </p>
        <Regraded result={result} />
        {!passed && (
          <p className="max-w-text text-soft">
            {`${passMark}% is needed. Go through the training again where you were unsure${next?.attemptsLeft === 0 ? '.' : ', then take the test again.'}`}
          </p>
        )}
        <WeakTopics courseId={courseId} topics={result.weakTopics} />
        {next && <NextAttempt {...next} />}
        <div className="flex flex-wrap justify-center gap-3">
          {passed ? (
            <Button onClick={viewCertificate}>View Certificate</Button>
          ) : (
            <>
              {isOpen && (
                <Button className="max-sm:w-full" busy={busy} onClick={() => void again()}>
                  Give Test again
                </Button>
              )}
              <LinkButton to={paths.training(courseId)} tone={isOpen ? 'plain' : 'signal'} className="max-sm:w-full">
                Back to the training
              </LinkButton>
              <PracticeLink courseId={courseId} questions={next?.practiceQuestions} className="max-sm:w-full" />
              {!isOpen && next?.attemptsLeft !== 0 && (
                <Button tone="plain" className="max-sm:w-full" busy={busy} onClick={() => void again()}>
                  Give Test again
                </Button>
              )}
            </>
          )}
        </div>
      </Card>
      {isCertificateShown && (
        <section ref={certificate} tabIndex={-1} aria-label="Certificate" className="scroll-mt-20">
          <OwnCertificate courseId={courseId} failure="Failed to load certificate." isNew={isNew} />
        </section>
      )}
      <AnswerReview attemptId={result.id} />
    </div>
  );
}
