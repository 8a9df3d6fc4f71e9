import { enrolments } from '@fairlead/contract/enrolments/calls';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { call } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/requirements-page.ts';

const title = 'Course Requirements';

export const meta: Route.MetaFunction = (page) => titled(title, page);

export const clientLoader = async ({ params: { id } }: Route.ClientLoaderArgs) =>
  (await call(enrolments.getEligibility, { params: { id } })).data;

/**
 * What a learner lacks for a course. They come here when their request was refused for it, and can send it all the
 * same, since they may hold what is missing from another academy. The batch that they chose is in the URL,
 * `?batch=<id>`.
 */
export default function RequirementsPage({ loaderData: { missing, toCheck } }: Route.ComponentProps) {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();

  async function send() {
    const body = { courseId: id, batchId: params.get('batch') ?? undefined, knowsWhatIsMissing: true };
    toast((await call(enrolments.request, { body })).message);
    void queryClient.invalidateQueries({ queryKey: ['enrolments'] });
    await navigate(paths.enrolmentRequest);
  }

  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={title}>What this course requires, and what the academy knows of you.</PageHeader>
      <Form onSubmit={send} failure="Failed to send your request." className="gap-6">
        <Card className="flex flex-col gap-5 p-6">
          {missing.length === 0 ? (
            <Alert tone="good">
              <strong>Nothing is missing.</strong> You can send your request.
            </Alert>
          ) : (
            <Lines title="Missing" lines={missing} />
          )}
          {toCheck.length > 0 && <Lines title="The academy checks by your documents" lines={toCheck} />}
        </Card>
        {missing.length > 0 && (
          <p>
            Do you hold this from another academy? Then ask all the same, and show your documents to the academy. It
            checks them before it decides.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{missing.length > 0 ? 'Ask all the same' : 'Send Request'}</SubmitButton>
          <LinkButton to={paths.course(id)} tone="plain">
            Back to the course
          </LinkButton>
        </div>
      </Form>
    </div>
  );
}

function Lines({ title: heading, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h2 className="text-lg">{heading}</h2>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {lines.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title={title} failure="Failed to load the requirements." error={error} />;
}
