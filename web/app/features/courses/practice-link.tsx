import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';

type PracticeLinkProps = {
  courseId: string;
  /** Undefined in what this device stored before there was practice. */
  questions: number | undefined;
  wide?: boolean;
};

/** The link to the practice of a course; nothing where the course has no questions for it. */
export function PracticeLink({ courseId, questions = 0, wide }: PracticeLinkProps) {
  if (questions === 0) return null;
  return (
    <LinkButton to={paths.practice(courseId)} tone="plain" wide={wide}>
      {questions === 1 ? 'Practise with 1 question' : `Practise with ${questions} questions`}
    </LinkButton>
  );
}
