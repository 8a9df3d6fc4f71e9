import { PackInput } from '@fairlead/contract/inspection-packs/calls';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day, Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { batchQuery } from '../batches/staff-api.ts';
import { courseChoiceQuery } from '../courses/staff-api.ts';
import { CourseField } from '../courses/staff-course-field.tsx';
import type { Route } from './+types/staff-inspection-packs-page.ts';
import { askForPack, downloadPack, type InspectionPack, packsQuery } from './staff-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Inspection Packs', page);

export const clientLoader = async () => {
  await preload(packsQuery);
};

/** Packs for inspectors of an administration: of a period, or of the batch that is in the URL. */
export default function StaffInspectionPacksPage() {
  const { data: packs } = useSuspenseQuery(packsQuery);
  const [params] = useSearchParams();
  const batchId = params.get('batch') ?? undefined;
  return (
    <>
      <PageHeader title="Inspection Packs">
        All evidence for an inspector in one signed file: courses, instructors, batches, attendance, identity checks,
        test papers, certificates, corrections and the audit. The inspector can check it without your help.
      </PageHeader>
      <div className="grid items-start gap-8 xl:grid-cols-[2fr_3fr]">
        <Card className="flex flex-col gap-4">
          <h2 className="text-xl">Make a pack</h2>
          {batchId ? <OfBatch key={batchId} batchId={batchId} /> : <OfPeriod />}
        </Card>
        <section className="flex min-w-0 flex-col gap-4" aria-labelledby="packs">
          <h2 id="packs" className="text-xl">
            Packs
          </h2>
          {packs.length === 0 && (
            <EmptyState title="No packs yet.">
              Choose a period, or open a batch and choose “Inspection pack”.
            </EmptyState>
          )}
          {packs.length > 0 && (
            <ul className="flex flex-col gap-3">
              {packs.map((pack) => (
                <li key={pack.id}>
                  <Pack pack={pack} />
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}

const personalNote = (
  <p className="text-sm text-soft">
    A pack has the personal data and photographs of everybody in it. Its extract of the audit has network addresses and
    devices where they are still kept. The pack is kept for 7 days. Each download needs your password and is in the
    audit.
  </p>
);

function OfPeriod() {
  const { data: courses = [] } = useQuery(courseChoiceQuery);
  const inputOf = (form: FormData): PackInput => ({
    from: textOf(form, 'from') || undefined,
    to: textOf(form, 'to') || undefined,
    courseId: textOf(form, 'courseId') || undefined,
  });
  return (
    <Form
      onSubmit={async (form) => void toast(await askForPack(inputOf(form)))}
      check={(form) => fieldErrors(PackInput, inputOf(form))}
      failure="Failed to ask for the pack."
    >
      <p className="text-soft">Everybody who was trained, tested or certified on these days.</p>
      <DateField label="First day" name="from" required />
      <DateField label="Last day" name="to" required />
      <CourseField courses={courses} hint="Optional. Leave it open for all courses." />
      {personalNote}
      <SubmitButton>Make Pack</SubmitButton>
    </Form>
  );
}

function OfBatch({ batchId }: { batchId: string }) {
  const { data: batch, isError } = useQuery(batchQuery(batchId));
  return (
    <Form onSubmit={async () => void toast(await askForPack({ batchId }))} failure="Failed to ask for the pack.">
      <p>
        {batch && (
          <>
            Batch <strong>{batch.code}</strong>, {batch.courseTitle}
          </>
        )}
        {isError && 'This batch cannot be read.'}
      </p>
      <p className="text-soft">Everybody who has a seat in this batch, or whose attendance was marked.</p>
      {personalNote}
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Make Pack</SubmitButton>
        <LinkButton tone="plain" to={staffPaths.inspectionPacks}>
          Choose a period instead
        </LinkButton>
      </div>
    </Form>
  );
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

const counted = (n: number) => (n === 1 ? '1 person' : `${n} people`);

function About({ pack: { batchCode, courseTitle, from, to } }: { pack: InspectionPack }) {
  if (batchCode !== null)
    return (
      <>
        Batch {batchCode}, {courseTitle}
      </>
    );
  return (
    <>
      {from && <Day date={from} />} to {to && <Day date={to} />}, {courseTitle ?? 'all courses'}
    </>
  );
}

function Pack({ pack }: { pack: InspectionPack }) {
  const { id, state, people, done, sizeBytes, askedAt, askedBy, removedFrom } = pack;
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <h3 id={`pack-${id}`} className="text-base wrap-anywhere">
          <About pack={pack} />
        </h3>
        <p className="text-sm text-soft">
          Asked for <Moment at={askedAt} />
          {askedBy && ` by ${askedBy}`}
        </p>
        {state === 'ready' && (
          <p className="text-sm text-soft">
            {counted(people)}
            {sizeBytes !== null && `, ${megabytes(sizeBytes)}`}
            {removedFrom && (
              <>
                . Kept until <Moment at={removedFrom} />
              </>
            )}
          </p>
        )}
        {state === 'failed' && (
          <p className="text-sm">It could not be made. See Failed Deliveries, or ask for it again.</p>
        )}
      </div>
      {state === 'making' && (
        <div className="w-full sm:w-56">
          <ProgressBar label={`Being made: ${done} of ${people}`} percent={(done / Math.max(1, people)) * 100} />
        </div>
      )}
      {state === 'ready' && (
        <DownloadButton
          fetch={() => downloadPack(id)}
          failure="Failed to download the pack."
          size="small"
          aria-describedby={`pack-${id}`}
        >
          Download
        </DownloadButton>
      )}
      {state === 'failed' && <Badge tone="bad">Failed</Badge>}
      {state === 'removed' && <Badge>Removed</Badge>}
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Inspection Packs" failure="Failed to load the packs." error={error} />;
}
