import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ownEnrolmentsQuery } from '../enrolments/api.ts';
import type { Route } from './+types/certificate-report-page.ts';
import { OwnCertificate } from './own-certificate.tsx';

export const meta: Route.MetaFunction = (page) => titled('Certificates', page);

export const clientLoader = async () => {
  await preload(ownEnrolmentsQuery);
};

export default function CertificateReportPage() {
  const { data: enrolments } = useSuspenseQuery(ownEnrolmentsQuery);
  // the course of the page that linked here is preselected, and its certificate shown
  const { state, search } = useLocation();
  // emails name it in the URL
  const asked: unknown = state?.courseId ?? new URLSearchParams(search).get('course');
  const [courseId, setCourseId] = useState(typeof asked === 'string' ? asked : undefined);
  // someone who enrols again still has the certificate of the first time
  const options = enrolments
    .filter(({ status, progress }) => status === 'approved' || progress.testPassed)
    .map(({ course }) => ({ value: course.id, label: course.title }));
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Certificate Report"
        actions={
          <LinkButton to={paths.ownCertificates} tone="plain">
            My Certificates
          </LinkButton>
        }
      >
        Choose a course to see the certificate that you earned in it.
      </PageHeader>
      {options.length === 0 ? (
        <EmptyState title="No certificates yet" action={<LinkButton to={paths.courses}>Browse Courses</LinkButton>}>
          A certificate is issued when you pass the test of a course.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-6">
          <Card className="p-6">
            <Form
              onSubmit={async (form) => setCourseId(String(form.get('course')))}
              check={(form): Record<string, string> => (form.get('course') ? {} : { course: 'Please select a course' })}
              failure="Failed to fetch certificate."
            >
              <SelectField label="Course" name="course" options={options} defaultValue={courseId ?? ''} required />
              <div>
                <SubmitButton>View Certificate</SubmitButton>
              </div>
            </Form>
          </Card>
          {courseId && <OwnCertificate key={courseId} courseId={courseId} failure="Failed to fetch certificate." />}
        </div>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Certificate Report" failure="Failed to load courses." error={error} />;
}
