import { useSuspenseQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/layout.tsx';
import { courseTestsQuery } from '../staff-api.ts';
import { TestCard } from './staff-test-card.tsx';
import { CreateTestLink } from './staff-test-list.tsx';

/** A course's assessments, of which one is published. */
export function CourseTests({ courseId }: { courseId: string }) {
  const { data: tests } = useSuspenseQuery(courseTestsQuery(courseId));
  if (tests.length > 0) {
    return tests.map((test) => <TestCard key={test.id} test={test} />);
  }
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div>
        <p className="font-semibold">This course has no test.</p>
        <p className="text-soft">Nobody can earn its certificate.</p>
      </div>
      <CreateTestLink courseId={courseId} />
    </Card>
  );
}
