import type { Difference } from '@fairlead/contract/fit-to-join/calls';
import { formatDate } from '@fairlead/contract/values/dates';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, redirect, useParams, useSearchParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import type { Route } from './+types/staff-checklist-difference-page.ts';
import { offeredQuery } from './api.ts';
import { type Question, questionIn, questionToBeginWith, withQuestion } from './question.ts';
import { QuestionForm } from './question-form.tsx';
import { checklistQuery, differenceQuery } from './staff-api.ts';
import { CellBadge, detailsInWords } from './verdict-marks.tsx';

export const meta: Route.MetaFunction = (page) => titled('Compare Editions', page);

export const clientLoader = async ({ params: { id }, request }: Route.ClientLoaderArgs) => {
  const [lists] = await Promise.all([preload(offeredQuery), preload(checklistQuery(id))]);
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('checklist', id);
  if (questionIn(searchParams)) return null;
  const first = questionToBeginWith(searchParams, lists, new Date());
  if (first) throw redirect(`${pathname}?${withQuestion(searchParams, { ...first, checklist: id })}`);
  return null;
};

/** What changes from one edition of a checklist to another, and who lacks something by the later one. */
export default function StaffChecklistDifferencePage() {
  const { id = '' } = useParams();
  const { data: list } = useSuspenseQuery(checklistQuery(id));
  const { data: lists } = useSuspenseQuery(offeredQuery);
  const [params, setParams] = useSearchParams();
  const question = questionIn(params);
  const editions = list.editions.map(({ edition, appliesFrom }) => ({
    value: String(edition),
    label: `Edition ${edition}, from ${formatDate(appliesFrom)}`,
  }));
  const [from, to] = [Number(params.get('from') ?? 1), Number(params.get('to') ?? list.editions[0]?.edition ?? 1)];
  const choose = (name: 'from' | 'to', value: string) => {
    const next = new URLSearchParams(params);
    next.set(name, value);
    setParams(next);
  };
  return (
    <>
      <PageHeader
        title="Compare Editions"
        dense
        actions={
          <LinkButton to={staffPaths.checklist(id)} tone="plain" size="small">
            {list.name}
          </LinkButton>
        }
      >
        What a new edition asks for, and who lacks it.
      </PageHeader>
      {question && (
        <div className="flex flex-col gap-5">
          <QuestionForm
            question={question}
            draft={question}
            lists={lists.filter(({ _id }) => _id === id)}
            ask="Show"
            onAsk={(asked) => setParams(withQuestion(params, asked))}
          />
          <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
            <SelectField
              label="Earlier edition"
              name="from"
              value={String(from)}
              options={editions}
              onChange={({ currentTarget }) => choose('from', currentTarget.value)}
            />
            <SelectField
              label="Later edition"
              name="to"
              value={String(to)}
              options={editions}
              onChange={({ currentTarget }) => choose('to', currentTarget.value)}
            />
          </div>
          <Compared
            question={question}
            from={from}
            to={to}
            since={list.editions.find(({ edition }) => edition === to)?.appliesFrom ?? ''}
          />
        </div>
      )}
    </>
  );
}

type ComparedProps = { question: Question; from: number; to: number; since: string };

function Compared({ question, from, to, since }: ComparedProps) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    differenceQuery(question, from, to),
  );
  if (isError && !data) return <ListFailure sentence="Failed to compare the editions." retry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} height="h-18" />;
  const people = data.pages.flatMap((page) => page.people);
  const examined = data.pages.reduce((sum, page) => sum + page.examined, 0);
  const changes = data.pages[0]?.changes ?? [];
  const who = people.length === 1 ? '1 person lacks' : `${people.length} people lack`;
  return (
    <>
      <p role="status" className="text-lg">
        <strong>
          From {formatDate(since)}, {who} something
        </strong>{' '}
        that edition {from} does not ask of them.{' '}
        {examined === 1 ? '1 person was' : `${groupDigits(examined)} people were`} looked at
        {hasNextPage ? ' so far' : ''}.
      </p>
      <Changes changes={changes} />
      {people.length > 0 && (
        <section aria-labelledby="lacking">
          <h2 id="lacking" className="text-xl">
            Who lacks something
          </h2>
          <ul className="mt-3 flex flex-col gap-3">
            {people.map((person) => (
              <li key={person._id}>
                <Lacking person={person} question={question} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {hasNextPage && (
        <Button tone="plain" className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Look at more people
        </Button>
      )}
    </>
  );
}

const changeNames = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;

function Changes({ changes }: Pick<Difference, 'changes'>) {
  if (changes.length === 0) {
    return <EmptyState title="No difference for this job.">Both editions ask for the same documents.</EmptyState>;
  }
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="text-xl">
        What changes
      </h2>
      <ul className="mt-3 flex flex-col">
        {changes.map(({ id, title, change, what }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5">
            <Badge tone={change === 'removed' ? 'plain' : 'info'}>{changeNames[change]}</Badge>
            <span className="font-medium">{title}</span>
            <span className="text-sm text-soft">{what}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lacking({ person, question }: { person: Difference['people'][number]; question: Question }) {
  return (
    <Card className="flex flex-col gap-2 p-4">
      <Link
        to={staffPaths.fitPerson(person._id, { ...question })}
        className="w-fit font-semibold wrap-anywhere text-link hover:underline"
      >
        {person.name}
      </Link>
      <ul className="flex flex-col gap-1.5">
        {person.lacks.map(({ row, title, ...cell }) => (
          <li key={row} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <CellBadge cell={cell} />
            <span>{title}</span>
            <span className="text-sm text-soft">{detailsInWords(cell)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Compare Editions" failure="Failed to load the checklist." error={error} />;
}
