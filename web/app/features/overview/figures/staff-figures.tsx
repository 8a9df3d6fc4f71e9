import { monthInWords } from '@fairlead/contract/values/dates';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { useQuery } from '@tanstack/react-query';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ColumnChart, FiguresBehind } from '../../../ui/column-chart.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { tooFew } from '../../assessments/percent.ts';
import { figuresQuery } from '../staff-api.ts';
import type { Figures } from '../wire.ts';

const full = ({ month }: { month: string }) => monthInWords(month);
const short = (item: { month: string }) => full(item).slice(0, 3);

/** Charts of the academy's results and of the expiries ahead, each with its table. */
export function StaffFigures() {
  const { data: figures, isError, refetch } = useQuery(figuresQuery);
  return (
    <section aria-labelledby="figures" className="mt-12 flex flex-col gap-5">
      <h2 id="figures" className="text-2xl">
        Figures
      </h2>
      {figures ? (
        <Charts figures={figures} />
      ) : isError ? (
        <ListFailure sentence="Failed to load the figures." retry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </section>
  );
}

function Charts({ figures: { months, courses, expiring } }: { figures: Figures }) {
  const sum = (of: (month: (typeof months)[number]) => number) => months.reduce((all, month) => all + of(month), 0);
  const [enrolled, passed] = [sum(({ enrolments }) => enrolments), sum(({ passes }) => passes)];
  const ending = expiring.reduce((all, { count }) => all + count, 0);
  if (enrolled + passed + ending + courses.length === 0) {
    return (
      <EmptyState title="No figures yet.">Figures appear some minutes after the first learner is accepted.</EmptyState>
    );
  }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Card className="flex flex-col gap-4 xl:col-span-2">
        <h3 className="text-lg">Enrollments and passes, the last twelve months</h3>
        <SinceLastMonth months={months} />
        <ColumnChart
          label={`${groupDigits(enrolled)} enrollments and ${groupDigits(passed)} passes in the last twelve months`}
          items={months}
          short={short}
          full={full}
          series={[
            { title: 'Enrollments', value: ({ enrolments }) => enrolments, look: 'sea' },
            { title: 'Passes', value: ({ passes }) => passes, look: 'signal' },
          ]}
        />
      </Card>
      <Card className="flex flex-col gap-4">
        <h3 className="text-lg">Pass rate by course</h3>
        {courses.length === 0 && <p className="text-soft">Nobody has submitted a test in these months.</p>}
        <ul className="flex flex-col gap-4">
          {courses.map(({ id, title, attempts, passes }) => (
            <li key={id}>
              {tooFew(attempts) ? (
                <p>
                  {title} <span className="block text-sm text-soft">{tooFew(attempts)}</span>
                </p>
              ) : (
                <ProgressBar percent={Math.floor((100 * passes) / attempts)} label={title} />
              )}
            </li>
          ))}
        </ul>
        {courses.length > 0 && (
          <FiguresBehind
            titles={['Course', 'Attempts', 'Passes']}
            rows={courses.map(({ title, attempts, passes }) => [title, `${attempts}`, `${passes}`])}
          />
        )}
      </Card>
      <Card className="flex flex-col gap-4">
        <h3 className="text-lg">Certificates that expire soon</h3>
        <ColumnChart
          label={`${groupDigits(ending)} certificates expire within six months`}
          items={expiring}
          short={short}
          full={full}
          series={[{ title: 'Certificates', value: ({ count }) => count, look: 'signal' }]}
        />
        <ToExpiring months={expiring} />
      </Card>
    </div>
  );
}

/** This month so far, beside the whole of the last one. */
function SinceLastMonth({ months }: { months: Figures['months'] }) {
  const [last, current] = months.slice(-2);
  if (!last || !current) return null;
  const said = ({ enrolments, passes }: typeof last) =>
    `${groupDigits(enrolments)} ${enrolments === 1 ? 'enrollment' : 'enrollments'} and ${groupDigits(passes)} ${passes === 1 ? 'pass' : 'passes'}`;
  return (
    <p className="text-sm">
      {full(current)} so far: <strong>{said(current)}</strong>. {full(last)}: {said(last)}.
    </p>
  );
}

/** A link to the counted certificates in the register. */
function ToExpiring({ months }: { months: Figures['expiring'] }) {
  const [first, last] = [months.at(0), months.at(-1)];
  if (!useMay('certificates:read') || !first || !last) return null;
  return (
    <div>
      <LinkButton to={staffPaths.registerExpiring(`${first.month}-01`, lastDayOf(last))} tone="plain" size="small">
        Show certificates
      </LinkButton>
    </div>
  );
}

function lastDayOf({ month }: { month: string }): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
