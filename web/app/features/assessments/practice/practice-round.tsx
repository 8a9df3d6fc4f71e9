import { useEffect, useRef, useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout.tsx';
import type { Practice } from './api.ts';
import { PracticeQuestion } from './practice-question.tsx';

type PracticeRoundProps = {
  practice: Practice;
  /** Whether a round went before: its last button had the focus, which the first question then takes. */
  isAgain: boolean;
  onAgain: () => void;
};

/** Each question once, and then how many were answered right. */
export function PracticeRound({ practice: { courseId, questions }, isAgain, onAgain }: PracticeRoundProps) {
  const [{ place, right }, setState] = useState({ place: 0, right: 0 });
  const question = questions[place];
  if (!question) return <RoundEnd courseId={courseId} right={right} onAgain={onAgain} total={questions.length} />;
  return (
    <PracticeQuestion
      key={question.id}
      courseId={courseId}
      question={question}
      number={place + 1}
      total={questions.length}
      takesFocus={place > 0 || isAgain}
      onNext={(isRight) => setState({ place: place + 1, right: right + (isRight ? 1 : 0) })}
    />
  );
}

type RoundEndProps = { courseId: string; right: number; total: number; onAgain: () => void };

function RoundEnd({ courseId, right, total, onAgain }: RoundEndProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="flex flex-col items-center gap-4 p-8 text-center">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        {right} of {total} right
      </h2>
      <p className="max-w-text text-soft">
        {right === total ? 'You answered every question right.' : 'You can practise as often as you like.'}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onAgain}>Practise again</Button>
        <LinkButton to={paths.courseContent(courseId)} tone="plain">
          Back to the course
        </LinkButton>
      </div>
    </Card>
  );
}
