import { sampleCourseId } from '@fairlead/contract/course-preview/calls';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { LinkButton, type Size, type Tone } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { Card } from '../../../ui/layout.tsx';
import { addSampleCourse, removeSampleCourse } from '../../course-preview/staff-sample-api.ts';
import { refetchOverview } from '../staff-api.ts';

/** Adds the sample course, and opens it. It may be there already. */
export function AddSample({ tone = 'plain', size, children }: { tone?: Tone; size?: Size; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <Form
      onSubmit={async () => {
        toast(await addSampleCourse());
        await refetchOverview();
        await navigate(staffPaths.coursePreview(sampleCourseId));
      }}
      failure="Failed to add the sample course."
    >
      <SubmitButton tone={tone} size={size}>
        {children}
      </SubmitButton>
    </Form>
  );
}

/** The sample course, once it is added: one click opens it, and one removes it. */
export const SampleCourse = () => (
  <Card className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-3">
    <div className="min-w-0 flex-1 basis-64">
      <h2 className="text-lg">Sample course</h2>
      <p className="text-sm text-soft">Only administrators see it. It is in no list and in no figure.</p>
    </div>
    <LinkButton to={staffPaths.coursePreview(sampleCourseId)} tone="plain" size="small">
      See it as a learner
    </LinkButton>
    <Form
      onSubmit={async () => {
        toast(await removeSampleCourse());
        await refetchOverview();
      }}
      failure="Failed to remove the sample course."
    >
      <SubmitButton tone="quiet" size="small">
        Remove it
      </SubmitButton>
    </Form>
  </Card>
);
