import { CoursePicture } from '../../../ui/course-picture.tsx';
import { CalmSea } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout.tsx';
import { StudyAgain } from '../../assessments/taking/weak-topics.tsx';
import { VoyageLine } from '../../courses/enrolling/voyage-line.tsx';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { FeeNote, isOpen } from '../../fees/fee-parts.tsx';
import type { NextWords } from './next-words.tsx';

type ContinueCardProps = {
  words: NextWords;
  about: OwnEnrolment | undefined;
  /** Whether its test was failed, so that there may be something to study before the next attempt. */
  studiesAgain: boolean;
};

/** The one thing to do now, with the course that it is about. */
export function ContinueCard({ words, about, studiesAgain }: ContinueCardProps) {
  const { eyebrow, title, note, action } = words;
  return (
    <Card className="grid overflow-hidden p-0 md:grid-cols-[2fr_3fr]">
      {about ? (
        <CoursePicture title={about.course.title} picture={about.course.picture} className="h-full max-md:hidden" />
      ) : (
        <div className="flex items-center justify-center bg-sunken p-5 max-md:hidden">
          <CalmSea className="w-44" />
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-4 p-5 md:p-6">
        <div>
          <p className="text-sm font-semibold text-signal">{eyebrow}</p>
          <h2 className="mt-1 text-2xl wrap-anywhere">{title}</h2>
          <div className="mt-3 text-soft">{note}</div>
        </div>
        {about?.fee && isOpen(about.fee) && !words.isAboutFee && <FeeNote id={about.id} fee={about.fee} />}
        {about && <VoyageLine standing={about.standing} format={about.course.format} progress={about.progress} />}
        {about && studiesAgain && <StudyAgain courseId={about.course.id} />}
        <div className="mt-auto">{action}</div>
      </div>
    </Card>
  );
}
