import { resultNames } from '@fairlead/contract/assessments-names';
import { correctedKeys } from '@fairlead/contract/corrected-keys';
import { fromWire } from '@fairlead/contract/names';
import { Link } from 'react-router';
import { textOf } from '../../../lib/calls/field-errors.ts';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { TextArea } from '../../../ui/forms/text-fields.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { DataList } from '../../../ui/lists/data-list.tsx';
import { PersonLink } from '../../accounts/people/person-link.tsx';
import { useCourseFilter } from '../../courses/use-course-filter.ts';
import { formatPercent } from '../percent.ts';
import type { Route } from './+types/staff-results-under-review-page.ts';
import { decideOnPasses, type Pass, refetchPasses } from './staff-corrected-keys-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Results to Review', page);

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
  return (
    <>
      <PageHeader title="Results to Review">
        An answer key was corrected, and these people no longer reach the pass mark. Their certificates stay valid until
        staff decide.
      </PageHeader>
      <DataList
        list={list}
        label="Results to review"
        searchLabel="Search by user name, email or course"
        filters={[course]}
        itemKey={({ id }) => id}
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
      >
        {(pass) => <PassCard pass={pass} />}
      </DataList>
    </>
  );
}

function PassCard({ pass }: { pass: Pass }) {
  const { id, courseTitle, testTitle, score, totalQuestions, percentage, passMark } = pass;
  const maySeeResults = useMay('results:read');
  return (
    <Card className="flex flex-col gap-2">
      <div>
        <p className="font-semibold">
          <PersonLink id={pass.accountId} name={pass.name} />
        </p>
        <p className="text-sm text-soft">
          <EmailText email={pass.email} />
        </p>
      </div>
      <p>
        {testTitle}
        {testTitle !== courseTitle && <span className="text-soft"> · {courseTitle}</span>}
      </p>
      <p>
        {score} of {totalQuestions} ({formatPercent(percentage)}), where {passMark}% is needed
      </p>
      <p className="text-sm text-soft">
        Answer key corrected <Moment at={pass.since} />: {pass.correctedBecause}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Link to={staffPaths.registerOf(pass.certificateNumber)} className="text-link underline">
          Certificate <span className="font-mono">{pass.certificateNumber}</span>
          {pass.certificateStatus === 'held' && ', on hold'}
        </Link>
        {maySeeResults && (
          <>
            <Link to={staffPaths.userResult(id)} className="text-link underline">
              Answers
            </Link>
            <Link to={staffPaths.correctedKeys(pass.assessmentId)} className="text-link underline">
              Corrected answer keys
            </Link>
          </>
        )}
      </p>
    </Card>
  );
}

const needed = (form: FormData): Record<string, string> =>
  textOf(form, 'reason').trim() ? {} : { reason: 'Reason is required' };

const counted = (passes: readonly Pass[], one: string, many: string) =>
  passes.length === 1 ? `1 ${one}` : `${passes.length} ${many}`;

function Decide({ passes }: { passes: readonly Pass[] }) {
  const asking = { size: 'small', disabled: passes.length === 0, check: needed, after: refetchPasses } as const;
  return (
    <>
      <FormAction
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
        act={(form) => decideOnPasses('revoke', passes, textOf(form, 'reason'))}
        failure="Failed to revoke the certificates."
      >
        <TextArea
          label="Reason"
          name="reason"
          rows={4}
          maxLength={1000}
          hint="Sent to each holder by email in these words. Not shown to the public."
          defaultValue="The answer key of your test had a mistake, which has been corrected. With the corrected answer key, your score is below the pass mark."
          required
        />
      </FormAction>
      <FormAction
        {...asking}
        label="Keep selected"
        title="Keep Passes"
        text={<p>{counted(passes, 'pass is', 'passes are')} kept, with the certificates. No email is sent.</p>}
        confirm="Yes, Keep"
        act={(form) => decideOnPasses('keep', passes, textOf(form, 'reason'))}
        failure="Failed to keep the passes."
      >
        <TextArea label="Reason" name="reason" rows={3} maxLength={1000} hint="Recorded in the audit log." required />
      </FormAction>
    </>
  );
}
