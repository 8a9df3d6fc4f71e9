import type { CaseOutcome, Checklist, ChecklistEdition, ChecklistRow } from '@fairlead/contract/fit-to-join/checklists';
import { flagInWords, rankNames, shipTypeNames } from '@fairlead/contract/fit-to-join/jobs-aboard';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day, Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Fold } from '../../ui/fold.tsx';
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/staff-checklist-page.ts';
import { checklistQuery, refetchChecklists, setArchived } from './staff-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Checklist', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(checklistQuery(params.id));
};

/** A checklist with its editions, each with its rows and what its test cases found. */
export default function StaffChecklistPage() {
  const { id = '' } = useParams();
  const { data: list } = useSuspenseQuery(checklistQuery(id));
  const mayEdit = useMay('checklists:edit');
  const [newest, before] = list.editions;
  return (
    <>
      <PageHeader
        title={list.name}
        dense
        actions={
          <>
            {mayEdit && <Archive list={list} />}
            {!list.archivedAt && (
              <LinkButton to={staffPaths.fitToJoin({ checklist: id })} tone="plain">
                Who can join
              </LinkButton>
            )}
            {newest && before && !list.archivedAt && (
              <LinkButton to={staffPaths.checklistDifference(id, before.edition, newest.edition)} tone="plain">
                Compare editions
              </LinkButton>
            )}
            {mayEdit && !list.archivedAt && <LinkButton to={staffPaths.editChecklist(id)}>New edition</LinkButton>}
          </>
        }
      >
        People are judged by the edition that applies on the day of joining. The academy answers for its checklists.
      </PageHeader>
      {list.archivedAt && (
        <div className="mb-4">
          <Alert tone="info">
            <strong>
              Archived on <Moment at={list.archivedAt} />.
            </strong>{' '}
            Nobody is judged by it any more. Its editions stay as they are.
          </Alert>
        </div>
      )}
      <ol className="flex flex-col gap-4">
        {list.editions.map((edition) => (
          <li key={edition.edition}>
            <Edition
              edition={edition}
              isUsed={list.archivedAt === null}
              isOpen={edition.inForce || list.editions.length === 1}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Archives a checklist that is not needed any more, or restores it. */
function Archive({ list: { _id, name, archivedAt } }: { list: Checklist }) {
  const dialog = { after: refetchChecklists, tone: 'plain' } as const;
  if (archivedAt) {
    return (
      <ConfirmAction
        {...dialog}
        label="Restore"
        title="Restore Checklist"
        text={<p>People can be judged by {name} again.</p>}
        confirm="Yes, Restore"
        act={() => setArchived(_id, false)}
        failure="Failed to restore the checklist."
      />
    );
  }
  return (
    <ConfirmAction
      {...dialog}
      label="Archive"
      title="Archive Checklist"
      text={
        <>
          <p>Nobody is judged by {name} any more, and learners do not see it.</p>
          <p className="text-soft">Its editions stay, and you can restore it.</p>
        </>
      }
      confirm="Yes, Archive"
      act={() => setArchived(_id, true)}
      failure="Failed to archive the checklist."
    />
  );
}

type EditionProps = { edition: ChecklistEdition; isUsed: boolean; isOpen: boolean };

function Edition({ edition, isUsed, isOpen }: EditionProps) {
  const failing = edition.outcomes.filter(({ failures }) => failures.length > 0).length;
  const content = (
    <div className="flex flex-col gap-6">
      <Cases outcomes={edition.outcomes} />
      <Rows rows={edition.rows} />
    </div>
  );
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">Edition {edition.edition}</h2>
        {isUsed && edition.inForce && <Badge tone="good">In force</Badge>}
        {failing > 0 && <Badge tone="bad">{failing === 1 ? '1 test case fails' : `${failing} test cases fail`}</Badge>}
        <span className="text-sm text-soft">
          Applies from <Day date={edition.appliesFrom} />
        </span>
      </div>
      <Facts
        className="text-sm"
        facts={[
          [
            'Source',
            <span key="source">
              {edition.source}, read on <Day date={edition.sourceDate} />
            </span>,
          ],
          [
            'Entered',
            <span key="entered">
              <Moment at={edition.createdAt} />
              {edition.createdBy && ` by ${edition.createdBy}`}
            </span>,
          ],
          ...(edition.note ? [['Note', edition.note] as const] : []),
        ]}
      />
      {isOpen ? (
        content
      ) : (
        <Fold summary={`Rows (${edition.rows.length}) and test cases (${edition.cases.length})`}>{content}</Fold>
      )}
    </Card>
  );
}

function Cases({ outcomes }: { outcomes: readonly CaseOutcome[] }) {
  return (
    <section>
      <h3 className="text-base">Test cases</h3>
      {outcomes.length === 0 ? (
        <p className="text-sm text-soft">None. Nothing shows that the rows find the gaps that they should.</p>
      ) : (
        <ul className="mt-2 flex flex-col gap-2 text-sm">
          {outcomes.map(({ name, failures }) => (
            <li key={name} className="flex items-start gap-2">
              {failures.length === 0 ? (
                <CheckIcon className="mt-0.5 size-4 shrink-0 text-good" />
              ) : (
                <CloseIcon className="mt-0.5 size-4 shrink-0 text-bad" />
              )}
              <span>
                <span className="sr-only">{failures.length === 0 ? 'Passes: ' : 'Fails: '}</span>
                {name}
                {failures.map((one) => (
                  <span key={one} className="block font-semibold text-bad">
                    {one}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** For which jobs a row applies, in words; empty for all of them. */
const jobsInWords = ({ ranks, flags, shipTypes }: ChecklistRow): string =>
  [
    ranks.map((one) => rankNames[one]).join(', '),
    shipTypes.map((one) => shipTypeNames[one]).join(', '),
    flags.length > 0 && `Flag of ${flags.map(flagInWords).join(', ')}`,
  ]
    .filter(Boolean)
    .join(' · ');

function Rows({ rows }: { rows: readonly ChecklistRow[] }) {
  return (
    <section>
      <h3 className="text-base">{rows.length} rows</h3>
      <ul className="mt-2 flex flex-col">
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid gap-x-6 border-t border-line py-2.5 text-sm lg:grid-cols-[1.3fr_0.7fr_1.2fr_1.3fr]"
          >
            <span className="text-base font-medium">{row.title}</span>
            <span className="wrap-anywhere">
              {row.anyOf.join(' or ')}
              {row.daysBeyond > 0 && <span className="block text-soft">{row.daysBeyond} days beyond the sign-off</span>}
            </span>
            <span>{jobsInWords(row) || <span className="text-soft">All jobs</span>}</span>
            <span className="text-soft">
              {row.source}, <Day date={row.sourceDate} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Checklist" failure="Failed to load the checklist." error={error} />;
}
