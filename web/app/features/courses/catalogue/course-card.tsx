import { Link } from 'react-router';
import { formatRupees } from '../../../lib/format/money.ts';
import { paths } from '../../../lib/paths.ts';
import { CoursePicture } from '../../../ui/course-picture.tsx';
import { Card } from '../../../ui/layout.tsx';
import { formatNames } from '../course-format.ts';
import type { Own } from '../enrolling/use-own-standings.ts';
import type { CourseSummary } from '../wire.ts';
import { EnrolNow } from './enrol-now.tsx';

type CourseCardProps = {
  course: CourseSummary;
  own: ReturnType<Own['in']>;
  isAwaited: boolean;
  pending: string | null;
  onEnrol: () => void;
};

/** A course in the catalogue: 420 px high, its picture 160 px, as specified; with the learner's own state, if any. */
export function CourseCard({ course, own, isAwaited, pending, onEnrol }: CourseCardProps) {
  const { id, title, description, picture, price, duration, format } = course;
  return (
    <Card className="relative flex h-[420px] flex-col overflow-hidden p-0">
      <CoursePicture title={title} picture={picture} className="h-40 shrink-0" />
      {own && <own.parts.BadgeOnPicture standing={own.standing} />}
      <div className="flex min-h-0 flex-1 flex-col gap-2 p-5">
        <h2 className="text-lg leading-tight">
          <Link to={paths.course(id)} className="line-clamp-2 hover:text-link hover:underline">
            {title}
          </Link>
        </h2>
        <p className="line-clamp-3 leading-normal text-soft">{description}</p>
        <p className="mt-auto flex items-baseline gap-3 text-sm whitespace-nowrap">
          <span className="font-bold">{formatRupees(price)}</span>
          <span className="ml-auto min-w-0 truncate text-soft">
            {formatNames[format]} · {duration}
          </span>
        </p>
        <div>
          {own ? (
            <own.parts.EnrolmentActions
              standing={own.standing}
              course={{ id, title }}
              launch="Launch"
              brief={[]}
              onAsk={onEnrol}
              busy={pending === id}
              disabled={pending !== null}
              describedBy={`course-${id}`}
            />
          ) : (
            <EnrolNow
              isAwaited={isAwaited}
              busy={pending === id}
              disabled={pending !== null}
              onEnrol={onEnrol}
              aria-describedby={`course-${id}`}
            />
          )}
        </div>
        <span id={`course-${id}`} hidden>
          {title}
        </span>
      </div>
    </Card>
  );
}
