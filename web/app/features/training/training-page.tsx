import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { ApiError, NetworkError } from '../../lib/calls/api-client.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { useKeptOffline } from '../../lib/device/kept-offline.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useGoLater } from '../../lib/use-go-later.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { CourseLoadFailure } from '../courses/course-load-failure.tsx';
import { ownProfileQuery } from '../seafarers/api.ts';
import type { Profile } from '../seafarers/wire.ts';
import type { Route } from './+types/training-page.ts';
import { trainingQuery } from './api.ts';
import { Training } from './training.tsx';

/** Seconds for which the warning is shown before the profile form opens, as specified. */
const toProfileAfter = 2;

export const meta: Route.MetaFunction = (page) => titled('Training', page);

/** The site's footer is slim here. */
export const handle = { atWork: true, slim: true };

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const profile = preload(ownProfileQuery).catch((error: unknown) => {
    // The list stored on this device can be shown without the profile, and a ship's computer has no profiles.
    const isAway = error instanceof NetworkError || (error instanceof ApiError && error.code === 'unavailable');
    if (!isAway) throw error;
  });
  await Promise.all([preload(trainingQuery(params.courseId)), profile]);
};

export default function TrainingPage() {
  const { courseId = '' } = useParams();
  useKeptOffline(paths.training(courseId));
  const { data: profile } = useQuery(ownProfileQuery);
  const { data: set } = useSuspenseQuery(trainingQuery(courseId));
  if (profile !== undefined && !isEnough(profile)) return <ProfileFirst />;
  if (set) return <Training key={set.id} set={set} />;
  return (
    <>
      <PageHeader title="Training" />
      <EmptyState
        title="No training video available for this course."
        action={<LinkButton to={paths.courseContent(courseId)}>Back to the course</LinkButton>}
      >
        The page of the course says when its test opens.
      </EmptyState>
    </>
  );
}

/** The profile fields that a training requires, as specified. */
const isEnough = (profile: Profile | null) => Boolean(profile?.name && profile.passportNumber && profile.phone);

function ProfileFirst() {
  const goLater = useGoLater();
  useEffect(() => goLater({ to: paths.profile, seconds: toProfileAfter }), [goLater]);
  return (
    <>
      <PageHeader title="Training" />
      <Alert tone="warn">Please fill profile form first.</Alert>
    </>
  );
}

/** The server refuses anyone who is not approved for the course, and sends the reason. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return (
    <CourseLoadFailure
      title="Training"
      failure="Failed to load training videos."
      error={error}
      courseId={params.courseId}
    />
  );
}
