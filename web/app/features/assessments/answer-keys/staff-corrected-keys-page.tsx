import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { isMissing, LoadFailure } from '../../../shell/load-failure.tsx';
import { useMay } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import type { Route } from './+types/staff-corrected-keys-page.ts';
import { type KeyCorrection, keyCorrectionsQuery } from './staff-corrected-keys-api.ts';
import { RegradedResults } from './staff-regraded-results.tsx';

export const meta: Route.MetaFunction = (page) => titled('Corrected Answer Keys', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(keyCorrectionsQuery(params.id));
};

/** The corrected answer keys of an assessment: the one in the URL, or else the latest, with the results it changed. */
export default function StaffCorrectedKeysPage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const { data: changes } = useSuspenseQuery(keyCorrectionsQuery(id));
  const open = changes.find((change) => change.id === params.get('change')) ?? changes[0];
  return (
    <>
      <PageHeader
        title="Corrected Answer Keys"
        actions={
          <LinkButton to={staffPaths.testAnalysis(id)} tone="plain">
            Analysis
          </LinkButton>
        }
      >
        Answer keys that were wrong and were corrected, and how this changed results.
      </PageHeader>
      {changes.length === 0 && (
        <EmptyState title="No answer key was corrected.">
          To correct one, choose ‘Correct the answer key’ below its question in the analysis.
        </EmptyState>
      )}
      <ol className="flex flex-col gap-6">
        {changes.map((change) => (
          <li key={change.id}>
            <Change testId={id} change={change} isOpen={change === open} />
          </li>
        ))}
      </ol>
    </>
  );
}

type ChangeProps = { testId: string; change: KeyCorrection; isOpen: boolean };

function Change({ testId, change, isOpen }: ChangeProps) {
  const { id, questionText, oldAnswer, newAnswer, reason, by, at, regraded, gained, below } = change;
  const mayDecide = useMay('certificates:read');
  return (
    <Card className="flex flex-col gap-5 p-6">
      <h2 className="text-lg whitespace-pre-line">{questionText}</h2>
      <Facts
        facts={[
          ['Old answer', oldAnswer],
          ['New answer', newAnswer],
          ['Reason', reason],
          ['Corrected by', by],
          ['Date', <Moment key="at" at={at} />],
          ['Scores changed', String(regraded)],
          ['Now passed', String(gained)],
          ['Now below the mark', String(below)],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        {!isOpen && regraded > 0 && (
          <Link
            to={staffPaths.correctedKey(testId, id)}
            preventScrollReset
            className="font-semibold text-link underline"
          >
            Show changed results
          </Link>
        )}
        {below > 0 && mayDecide && (
          <Link to={staffPaths.resultsUnderReviewOf(testId)} className="font-semibold text-link underline">
            Decide on the results
          </Link>
        )}
      </div>
      {isOpen && regraded > 0 && <RegradedResults changeId={id} />}
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadFailure
      title="Corrected Answer Keys"
      failure="Failed to load the corrected answer keys."
      error={error}
      refused={isMissing(error)}
    />
  );
}
