import { fitToJoin, type JudgedPerson } from '@fairlead/contract/fit-to-join/calls';
import { fitAmong, verdictNames, verdicts } from '@fairlead/contract/fit-to-join/verdicts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { formatDays } from '../../lib/format/dates.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { ListFrame } from '../../ui/lists/data-list.tsx';
import type { ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Route } from './+types/staff-fit-to-join-page.ts';
import { questionAt } from './api.ts';
import type { Question } from './question.ts';
import { QuestionForm } from './question-form.tsx';
import { batchFilterQuery, printVerdicts } from './staff-api.ts';
import { JudgeList } from './staff-judge-list.tsx';
import { useQuestion } from './use-question.ts';
import { VerdictMatrix } from './verdict-matrix.tsx';

export const meta: Route.MetaFunction = (page) => titled('Fit to Join', page);

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await questionAt(request);
  return null;
};

/** Who of the academy's people can join a ship: a matrix of people and documents. */
export default function StaffFitToJoinPage() {
  const { question, ...asking } = useQuestion();
  const [named, setNamed] = useState(false);
  const mayEdit = useMay('checklists:edit');
  return (
    <>
      <PageHeader
        title="Fit to Join"
        dense
        actions={
          question && (
            <Button tone="plain" onClick={() => setNamed(!named)} aria-pressed={named}>
              {named ? 'Everybody' : 'A list of people'}
            </Button>
          )
        }
      >
        Who can join this ship, what is missing, and which course closes the gap.
      </PageHeader>
      {asking.lists.length > 0 ? (
        <div className="flex flex-col gap-5">
          <QuestionForm question={question} {...asking} />
          {question && (
            <>
              {/* stays, so that a list that was typed is still there after a look at everybody */}
              <div className={named ? 'flex flex-col gap-5' : 'hidden'}>
                <JudgeList question={question} />
              </div>
              {!named && <Everybody key={question.checklist} question={question} />}
            </>
          )}
        </div>
      ) : (
        <EmptyState
          title="No checklists yet."
          action={mayEdit && <LinkButton to={staffPaths.createChecklist}>Create a checklist</LinkButton>}
        >
          A checklist says which documents a job aboard requires. Begin with one that comes with the program.
        </EmptyState>
      )}
    </>
  );
}

const byVerdict: ListFilter = {
  name: 'only',
  label: 'Show',
  any: 'Everybody',
  options: verdicts.map((one) => [one, verdictNames[one]] as const),
};

function Everybody({ question }: { question: Question }) {
  const all = usePaginatedList(
    ['fit-to-join', 'people', question.checklist],
    fitToJoin.people,
    ({ data }) => data.people.map((person) => ({ ...person, of: data })),
    { id: question.checklist },
  );
  const { data: batches = [] } = useQuery(batchFilterQuery);
  const byBatch: ListFilter = {
    name: 'batch',
    label: 'Batch',
    any: 'All people',
    options: batches.map(
      ({ _id, code, firstDay, lastDay }) => [_id, `${code}, ${formatDays(firstDay, lastDay)}`] as const,
    ),
  };
  const { only, batch } = all.asked;
  // job and voyage are not filters; and with `only`, nobody knows how many there are before all are judged
  const list = {
    ...all,
    asked: { ...(only && { only }), ...(batch && { batch }) },
    total: only ? null : all.total,
  };
  return (
    <ListFrame
      list={list}
      searchLabel="Search by name or email"
      filters={[byVerdict, byBatch]}
      tools={
        <DownloadButton
          tone="plain"
          size="small"
          failure="Failed to print the verdicts."
          fetch={() => printVerdicts(question, { only, batch, q: all.searched || undefined })}
        >
          PDF
        </DownloadButton>
      }
      failure="Failed to judge the documents."
      empty={<EmptyState title="Nobody to judge yet.">Approve or import people, and they appear here.</EmptyState>}
      noMatch={<EmptyState title="Nobody found.">Nobody matches “{all.searched}”.</EmptyState>}
    >
      {(people) => <Judged people={people} question={question} />}
    </ListFrame>
  );
}

type Shown = JudgedPerson & { of: { rows: Parameters<typeof VerdictMatrix>[0]['rows'] } };

function Judged({ people, question }: { people: Shown[]; question: Question }) {
  const rows = people[0]?.of.rows ?? [];
  const { fit, notChecked } = fitAmong(people);
  return (
    <>
      <p role="status" className="text-lg">
        <strong>
          {fit} of {people.length}
        </strong>{' '}
        shown can join{notChecked}.
      </p>
      <VerdictMatrix rows={rows} people={people} personUrl={({ _id }) => staffPaths.fitPerson(_id, { ...question })} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Fit to Join" failure="Failed to load the checklists." error={error} />;
}
