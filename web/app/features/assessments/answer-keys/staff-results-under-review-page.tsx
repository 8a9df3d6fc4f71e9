import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { marksInWords } from '@fairlead/contract/assessments/marks';
import { resultNames } from '@fairlead/contract/assessments/names';
import { fromWire } from '@fairlead/contract/platform/names';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { ActionLink } from '../../../ui/dialogs/action-look.tsx';
import { ReasonAction } from '../../../ui/dialogs/reason-action.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import { useCourseFilter } from '../../courses/use-course-filter.ts';
import { formatPercent } from '../percent.ts';
import type { Route } from './+types/staff-results-under-review-page.ts';
import { decideOnPasses, type Pass, refetchPasses } from './staff-corrected-keys-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Results to Review', page);

const columns: Column<Pass>[] = [
  { title: 'Name', cell: ({ id, name }) => <span id={`pass-${id}`}>{name}</span>, width: 'lg:w-44' },
  { title: 'Test', cell: ({ testTitle }) => testTitle, wide: true },
  { title: 'Course', cell: ({ courseTitle }) => courseTitle, wide: true, roomy: true },
  {
    title: 'Score',
    cell: ({ score, totalQuestions, percentage }) =>
      `${marksInWords(score)} of ${totalQuestions} (${formatPercent(percentage)})`,
    width: 'lg:w-34',
    figures: true,
  },
  { title: 'Needed', cell: ({ passMark }) => `${passMark}%`, width: 'lg:w-22', figures: true },
  {
    title: 'Certificate',
    cell: ({ certificateStatus }) => <StatusBadge status={certificateStatus} short />,
    width: 'lg:w-30',
  },
];

/**
 * Results to review: people who no longer pass since an answer key was corrected, and the decision on their
 * certificates.
 */
export default function StaffResultsUnderReviewPage() {
  const list = usePaginatedList(['tests', 'under-review'], correctedKeys.listUnderReview, ({ data }) =>
    fromWire(resultNames, data),
  );
  const course = useCourseFilter();
  const mayDecide = useMay('certificates:decide');
  const mayOpen = useMay('people:read');
  return (
    <>
      <PageHeader title="Results to Review" dense>
        An answer key was corrected, and these people no longer reach the pass mark. Their certificates stay valid until
        staff decide.
      </PageHeader>
      <DataTable
        list={list}
        label="Results to review"
        searchLabel="Search by user name, email or course"
        filters={[course]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ name }) => name}
        to={({ accountId }) => (mayOpen ? staffPaths.person(accountId) : undefined)}
        detail={(pass) => <PassDetail pass={pass} />}
        menu={(pass) => <PassLinks pass={pass} />}
        failure="Failed to load the results."
        empty={
          <EmptyState title="No results to review.">No result fell below the pass mark after a correction.</EmptyState>
        }
        noMatch={<EmptyState title="No results found.">Nothing matches “{list.searched}”.</EmptyState>}
        choose={
          mayDecide
            ? {
                nameOf: ({ name, courseTitle }) => `${name}, ${courseTitle}`,
                actions: (chosen) => <Decide passes={chosen} />,
              }
            : undefined
        }
      />
    </>
  );
}

/** What has no column: why the result is in doubt. */
function PassDetail({ pass }: { pass: Pass }) {
  return (
    <div className="flex max-w-4xl flex-col gap-2">
      <p className="text-soft">
        <EmailText email={pass.email} />
      </p>
      <p>
        Answer key corrected <Moment at={pass.since} />: {pass.correctedBecause}
      </p>
    </div>
  );
}

/** Where a result under review leads: its certificate, its answers and the corrected answer keys. */
function PassLinks({ pass: { id, assessmentId, certificateNumber } }: { pass: Pass }) {
  const maySeeResults = useMay('results:read');
  return (
    <>
      <ActionLink to={staffPaths.registerOf(certificateNumber)} aria-describedby={`pass-${id}`}>
        Certificate
      </ActionLink>
      {maySeeResults && (
        <>
          <ActionLink to={staffPaths.userResult(id)} aria-describedby={`pass-${id}`}>
            Answers
          </ActionLink>
          <ActionLink to={staffPaths.correctedKeys(assessmentId)} aria-describedby={`pass-${id}`}>
            Corrected Answer Keys
          </ActionLink>
        </>
      )}
    </>
  );
}

const counted = (passes: readonly Pass[], one: string, many: string) =>
  passes.length === 1 ? `1 ${one}` : `${passes.length} ${many}`;

function Decide({ passes }: { passes: readonly Pass[] }) {
  const asking = { size: 'small', disabled: passes.length === 0, after: refetchPasses } as const;
  return (
    <>
      <ReasonAction
        {...asking}
        label="Revoke selected"
        tone="danger"
        title="Revoke Certificates"
        text={
          <p>
            {counted(passes, 'certificate is', 'certificates are')} permanently revoked. Each holder is notified by
            email, and can take the course again.
          </p>
        }
        confirm="Yes, Revoke"
        act={(reason) => decideOnPasses('revoke', passes, reason)}
        failure="Failed to revoke the certificates."
        reason={{
          maxLength: 1000,
          hint: 'Sent to each holder by email in these words. Not shown to the public.',
          defaultValue:
            'The answer key of your test had a mistake, which has been corrected. With the corrected answer key, your score is below the pass mark.',
        }}
      />
      <ReasonAction
        {...asking}
        label="Keep selected"
        title="Keep Passes"
        text={<p>{counted(passes, 'pass is', 'passes are')} kept, with the certificates. No email is sent.</p>}
        confirm="Yes, Keep"
        act={(reason) => decideOnPasses('keep', passes, reason)}
        failure="Failed to keep the passes."
        reason={{ rows: 3, maxLength: 1000, hint: 'Recorded in the audit log.' }}
      />
    </>
  );
}
