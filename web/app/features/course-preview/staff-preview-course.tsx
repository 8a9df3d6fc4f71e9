import { requirementsInWords } from '@fairlead/contract/courses/requirement-words';
import { validityInWords } from '@fairlead/contract/values/validity-words';
import { formatRupees } from '../../lib/format/money.ts';
import { formatSpan } from '../../lib/format/running-time.ts';
import { CoursePicture } from '../../ui/course-picture.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/layout.tsx';
import { CourseStandard } from '../courses/catalogue/course-standard.tsx';
import { formatNames } from '../courses/course-format.ts';
import { CourseTeaching } from '../courses/course-teaching.tsx';
import { standardFacts } from '../courses/rule-facts.ts';
import type { Preview } from './staff-preview-api.ts';
import { RequestWay } from './staff-preview-request.tsx';

/** What the page of the course says, and how a learner comes from there to its videos. */
export function CoursePart({ preview: { course, films }, onNext }: { preview: Preview; onNext: () => void }) {
  const { title, description, picture, price, duration, format, taughtBy, rule } = course;
  return (
    <div className="grid items-start gap-6 md:grid-cols-[3fr_2fr]">
      <Card className="flex min-w-0 flex-col gap-6 overflow-hidden p-0 pb-6 *:not-first:px-6">
        <CoursePicture isWide title={title} picture={picture} className="h-44" />
        <p className="whitespace-pre-line wrap-anywhere">{description}</p>
        <div className="grid gap-6 sm:grid-cols-2">
          <CourseTeaching course={course} heading="text-lg" />
        </div>
        <CourseStandard required={requirementsInWords(rule.requirements)} standard={standardFacts(rule)} />
        {films.length > 0 && (
          <ol className="divide-y divide-line">
            {films.map(({ id, title, durationSeconds }) => (
              <li key={id} className="flex justify-between gap-3 py-2">
                <span className="min-w-0">{title}</span>
                <span className="text-sm text-soft">{formatSpan(durationSeconds)}</span>
              </li>
            ))}
          </ol>
        )}
      </Card>
      <Card className="flex flex-col gap-5">
        <p className="text-2xl font-bold">{formatRupees(price)}</p>
        <Facts
          facts={[
            ['Duration', duration],
            ['Format', formatNames[format]],
            ...(taughtBy ? [['Taught by', taughtBy] as const] : []),
            ['Certificate', validityInWords(rule)],
          ]}
        />
        <RequestWay held={{ format, hasItems: films.length > 0 }} onLaunch={onNext} />
      </Card>
    </div>
  );
}
