import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { preload } from '../../../lib/calls/query-client.ts';
import { saveFile } from '../../../lib/device/save-file.ts';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { isMissing, LoadFailure } from '../../../shell/load-failure.tsx';
import { useMay } from '../../../shell/use-permissions.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { testNowQuery } from '../authoring/staff-authoring-api.ts';
import { formatPercent, tooFew } from '../percent.ts';
import type { Route } from './+types/staff-analysis-page.ts';
import { analysisCsv } from './analysis-csv.ts';
import { BarChart } from './bar-chart.tsx';
import { type AnalysisSeen, analysisQuery } from './staff-analysis-api.ts';
import { QuestionAnalysis } from './staff-question-analysis.tsx';

export const meta: Route.MetaFunction = (page) => titled('Test Analysis', page);

const versionIn = (params: URLSearchParams) => params.get('version') ?? '';

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  await preload(analysisQuery(params.id, versionIn(new URL(request.url).searchParams)));
};

export default function StaffAnalysisPage() {
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const version = versionIn(params);
  const { data: analysis } = useSuspenseQuery(analysisQuery(id, version));
  const { title, courseTitle, attempts, versions } = analysis;
  const csv = () =>
    saveFile({ file: new Blob([analysisCsv(analysis)], { type: 'text/csv' }), name: `${title} analysis.csv` });
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <LinkButton to={staffPaths.correctedKeys(id)} tone="plain">
              Corrected Answer Keys
            </LinkButton>
            {attempts > 0 && (
              <Button tone="plain" onClick={csv}>
                Export CSV
              </Button>
            )}
          </>
        }
      >
        How learners answered{title !== courseTitle && ` · ${courseTitle}`}
      </PageHeader>
      <div className="flex flex-col gap-6">
        {versions.length > 1 && (
          <SelectField
            label="Version"
            name="version"
            className="max-w-60"
            value={version || 'all'}
            options={[
              { value: 'all', label: 'All versions' },
              ...versions.map(({ number }) => ({ value: String(number), label: `Version ${number}` })),
            ]}
            onChange={({ target }) => setParams(target.value === 'all' ? {} : { version: target.value })}
          />
        )}
        {analysis.guessed > 0 && (
          <Alert
            tone="info"
            action={
              <LinkButton
                to={`${staffPaths.userResults}?course=${analysis.courseId}&guessing=signs`}
                tone="plain"
                size="small"
              >
                Show them
              </LinkButton>
            }
          >
            {analysis.guessed === 1 ? '1 attempt looks' : `${analysis.guessed} attempts look`} like guessing: many
            submissions in a short time, answers faster than one can read, or attempts that differ by few answers.
          </Alert>
        )}
        {attempts === 0 ? (
          <EmptyState title="Nobody has taken it yet.">Figures appear after the first submission.</EmptyState>
        ) : (
          <Figures id={id} analysis={analysis} />
        )}
      </div>
    </>
  );
}

type FiguresProps = { id: string; analysis: AnalysisSeen };

function Figures({ id, analysis: { percentages, minutes, versions, questions } }: FiguresProps) {
  // the test as it is now, for those who may correct its answer keys
  const { data: test } = useQuery({ ...testNowQuery(id), enabled: useMay('tests:edit') });
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-2">
        <Card className="p-6">
          <BarChart
            title="Scores"
            column="Percent"
            unit="%"
            bars={percentages.map(({ from, count }) => ({ label: `${from}–${from === 90 ? 100 : from + 9}`, count }))}
          />
        </Card>
        <Card className="p-6">
          <BarChart
            title="Time taken"
            column="Minutes"
            unit=" min"
            bars={minutes.map(({ from, count }) => ({ label: from === 60 ? '60 +' : `${from}–${from + 5}`, count }))}
          />
        </Card>
      </div>
      <Card className="p-6">
        <h2 className="text-xl">By version</h2>
        <ul className="mt-4 flex flex-col gap-3">
          {versions.map(({ number, createdAt, attempts, passed, percentage, seconds }) => (
            <li key={number}>
              <p className="font-semibold">
                Version {number}, since <Moment at={createdAt} />
              </p>
              <p className="text-soft">
                {attempts} submitted, {passed} passed
                {tooFew(attempts) ? ` · ${tooFew(attempts)}` : meansOf({ percentage, seconds })}
              </p>
            </li>
          ))}
        </ul>
      </Card>
      <Card className="p-6">
        <h2 className="text-xl">Questions</h2>
        <ol className="mt-4 flex list-decimal flex-col gap-8 pl-6">
          {questions.map((question) => (
            <QuestionAnalysis
              key={JSON.stringify([question.text, question.picture?.id, question.options])}
              question={question}
              keyed={test?.questions.find((one) => one.id === question.questionId)}
            />
          ))}
        </ol>
      </Card>
    </>
  );
}

const meansOf = ({ percentage, seconds }: Pick<AnalysisSeen['versions'][number], 'percentage' | 'seconds'>) =>
  [
    percentage !== null ? ` · mean score ${formatPercent(percentage)}` : '',
    seconds !== null ? ` · mean time ${formatSpan(seconds)}` : '',
  ].join('');

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadFailure
      title="Test Analysis"
      failure="Failed to load the analysis."
      error={error}
      refused={isMissing(error)}
    />
  );
}
