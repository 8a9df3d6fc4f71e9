import { courses } from '@fairlead/contract/courses';
import { formatRupees } from '../../../lib/format/money.ts';
import { brandIn, presented } from '../../../lib/pages/page-meta.ts';
import { asVisitor } from '../../../lib/pages/page-request.ts';
import { structured } from '../../../lib/pages/structured-data.ts';
import { paths } from '../../../lib/paths.ts';
import { useBrand } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmailLink, PhoneLink } from '../../../ui/contact-links.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Card, Width } from '../../../ui/layout.tsx';
import { CoursePicture } from '../course-picture.tsx';
import { CourseTeaching } from '../course-teaching.tsx';
import { useOwnStandings } from '../enrolling/use-own-standings.ts';
import { type Course, courseOf } from '../wire.ts';
import type { Route } from './+types/course-page.ts';
import { courseData } from './course-data.ts';
import { useEnrol } from './use-enrol.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const { data } = await asVisitor(context)(courses.getCourse, { params: { id: params.id } });
  return courseOf(data);
}

export const meta: Route.MetaFunction = (page) => {
  const { loaderData: course } = page;
  if (!course) return [];
  const { title, description } = course;
  const brand = brandIn(page);
  return [
    ...presented(page, {
      title,
      description,
      picture: course.picture?.url ?? null,
      path: paths.course(course.id),
      type: 'article',
    }),
    ...(brand ? structured(courseData(course, brand)) : []),
  ];
};

export default function CoursePage({ loaderData: course }: Route.ComponentProps) {
  return (
    <>
      <div className="chart-ground on-navy bg-navy text-on-navy">
        <Width className="grid items-center gap-8 py-10 md:grid-cols-[3fr_2fr]">
          <div>
            <Badge tone="plain">{course.category}</Badge>
            <h1 className="mt-4 text-3xl">{course.title}</h1>
            <p className="mt-3 text-lg text-on-navy-soft">
              {course.duration} · {formatRupees(course.price)}
            </p>
          </div>
          <CoursePicture title={course.title} picture={course.picture} className="h-56 rounded-lg" />
        </Width>
      </div>
      <Width className="grid items-start gap-10 py-10 md:grid-cols-[3fr_2fr]">
        <div className="flex max-w-text flex-col gap-8">
          <section>
            <h2 className="text-2xl">About this course</h2>
            <p className="mt-3 whitespace-pre-line">{course.description}</p>
          </section>
          <CourseTeaching course={course} heading="text-2xl" />
        </div>
        <Enrolling course={course} />
      </Width>
    </>
  );
}

function Enrolling({ course }: { course: Course }) {
  const { email, phone } = useBrand();
  return (
    <Card className="flex flex-col gap-5 max-md:order-first md:sticky md:top-6">
      <p className="text-2xl font-bold">{formatRupees(course.price)}</p>
      <Facts
        facts={[
          ['Duration', course.duration],
          ['Category', course.category],
          [
            'Certificate',
            course.validityMonths ? `Valid for ${monthsAsText(course.validityMonths)}` : 'Without expiry',
          ],
        ]}
      />
      <EnrolButton course={course} />
      <div className="text-sm text-soft">
        <h2 className="text-base text-ink">How to pay</h2>
        <p className="mt-1">
          Nothing is charged on this site. When your request is in, the academy tells you how to pay the fee; you can
          also ask at <EmailLink email={email} /> or <PhoneLink number={phone} />.
        </p>
      </div>
    </Card>
  );
}

/** What the reader can do next; learners see their own state below it, in the place where everybody sees the button. */
function EnrolButton({ course }: { course: Course }) {
  const own = useOwnStandings();
  const { pending, enrol } = useEnrol({ hasProfile: own.hasProfile, after: own.refetch });
  const asking = { busy: pending !== null, disabled: pending !== null };
  const mine = own.in(course.id);
  if (!mine)
    return (
      <Button size="large" wide {...asking} onClick={() => void enrol(course)}>
        Enroll Now
      </Button>
    );
  const { standing, parts } = mine;
  return (
    <>
      <parts.EnrolmentActions
        {...{ standing, course, ...asking }}
        launch="Launch the Course"
        size="large"
        onAsk={() => void enrol(course)}
      />
      <div className="flex flex-col items-start gap-3">
        <parts.EnrolmentBadge state={standing.state} />
        <parts.EnrolmentNote standing={standing} />
      </div>
    </>
  );
}

function monthsAsText(months: number): string {
  if (months % 12 !== 0) return months === 1 ? '1 month' : `${months} months`;
  return months === 12 ? '1 year' : `${months / 12} years`;
}
