import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';

type PracticeLinkProps = {
  courseId: string;
  /** Undefined in what this device stored before there was practice. */
  questions: number | undefined;
  className?: string;
};

/** The link to the practice of a course; nothing where the course has no questions for it. */
export function PracticeLink({ courseId, questions = 0, className }: PracticeLinkProps) {
  if (questions === 0) return null;
  return (
    <LinkButton to={paths.practice(courseId)} tone="plain" className={className}>
      {questions === 1 ? 'Practise with 1 question' : `Practise with ${questions} questions`}
    </LinkButton>
  );
}
