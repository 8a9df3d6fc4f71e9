import { sampleCourseId } from '@fairlead/contract/course-preview/calls';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentType, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { isMissing, LoadFailure } from '../../shell/load-failure.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/staff-course-preview-page.ts';
import { type Preview, previewQuery } from './staff-preview-api.ts';
import { CertificatePart } from './staff-preview-certificate.tsx';
import { CoursePart } from './staff-preview-course.tsx';
import { FilmsPart } from './staff-preview-films.tsx';
import { TestPart } from './staff-preview-test.tsx';

export const meta: Route.MetaFunction = (page) => titled('See It as a Learner', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(previewQuery(params.id));
};

const parts: readonly { name: string; Part: ComponentType<{ preview: Preview; onNext: () => void }> }[] = [
  { name: 'Course', Part: CoursePart },
  { name: 'Videos', Part: FilmsPart },
  { name: 'Test', Part: TestPart },
  { name: 'Certificate', Part: CertificatePart },
];

/** The way of a learner through a course, of which nothing is recorded. */
export default function StaffCoursePreviewPage() {
  const { id = '' } = useParams();
  const { data: preview } = useSuspenseQuery(previewQuery(id));
  const [at, setAt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = parts[at];
  const next = parts[at + 1];
  const isSample = id === sampleCourseId;

  function goOn() {
    setAt(at + 1);
    heading.current?.focus();
  }

  return (
    <>
      <PageHeader
        title={preview.course.title}
        actions={
          <LinkButton to={isSample ? paths.staffHome : staffPaths.course(id)} tone="plain" size="small">
            {isSample ? 'Back to the overview' : 'Back to the course'}
          </LinkButton>
        }
      >
        As a learner sees it. Nothing that you do here is recorded.
      </PageHeader>
      <nav aria-label="Steps of a learner" className="mb-6">
        <ol className="flex flex-wrap gap-2">
          {parts.map(({ name }, index) => (
            <li key={name}>
              <Button
                size="small"
                tone="plain"
                aria-current={index === at ? 'step' : undefined}
                className="aria-[current]:border-signal aria-[current]:font-bold"
                onClick={() => setAt(index)}
              >
                {index + 1}. {name}
              </Button>
            </li>
          ))}
        </ol>
      </nav>
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-2xl">
        {shown?.name}
      </h2>
      {shown && <shown.Part key={at} preview={preview} onNext={goOn} />}
      {next && (
        <Button tone="plain" className="mt-6" onClick={goOn}>
          Next: {next.name}
        </Button>
      )}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadFailure
      title="See It as a Learner"
      failure="Failed to load the preview."
      error={error}
      refused={isMissing(error)}
    />
  );
}
