import { courses } from '@fairlead/contract/courses';
import { formatRupees } from '../../../lib/format/money.ts';
import { brandIn, presented } from '../../../lib/pages/page-meta.ts';
import { asVisitor } from '../../../lib/pages/page-request.ts';
import { structured } from '../../../lib/pages/structured-data.ts';
import { paths } from '../../../lib/paths.ts';
import { useBrand } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { EmailLink, PhoneLink } from '../../../ui/contact-links.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Card, Width } from '../../../ui/layout.tsx';
import { CoursePicture } from '../course-picture.tsx';
import { CourseTeaching } from '../course-teaching.tsx';
import { type Course, courseOf } from '../wire.ts';
import type { Route } from './+types/course-page.ts';
import { courseData } from './course-data.ts';
import { useEnrol } from './use-enrol.ts';
import { useOwnStatus } from './use-own-status.ts';

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
      <EnrolButton courseId={course.id} />
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

/** The next step for the reader; someone who has passed can enrol again, to renew the certificate. */
function EnrolButton({ courseId }: { courseId: string }) {
  const { pending, enrol } = useEnrol();
  const { status, refetch } = useOwnStatus(courseId);
  if (status === 'approved')
    return (
      <LinkButton size="large" wide to={paths.courseContent(courseId)}>
        Launch the Course
      </LinkButton>
    );
  if (status === 'pending')
    return (
      <Button size="large" wide disabled>
        Waiting for approval
      </Button>
    );
  return (
    <Button size="large" wide busy={pending !== null} onClick={() => void enrol(courseId).then(refetch)}>
      Enroll Now
    </Button>
  );
}

function monthsAsText(months: number): string {
  if (months % 12 !== 0) return months === 1 ? '1 month' : `${months} months`;
  return months === 12 ? '1 year' : `${months / 12} years`;
}
