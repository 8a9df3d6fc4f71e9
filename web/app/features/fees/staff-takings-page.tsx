import type { Takings } from '@fairlead/contract/fees/calls';
import { paymentMethodNames } from '@fairlead/contract/fees/fee-state';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/staff-takings-page.ts';
import { formatPaise } from './format-paise.ts';
import { takingsQuery } from './staff-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Day’s Takings', page);

/** The day in the URL; undefined for today, and for what is no day. */
const dayIn = (params: URLSearchParams) => /^\d{4}-\d{2}-\d{2}$/.exec(params.get('day') ?? '')?.[0];

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await preload(takingsQuery(dayIn(new URL(request.url).searchParams)));
};

/** What was received on one day by each method, to compare with the cash box and the account. */
export default function StaffTakingsPage() {
  const [params, setParams] = useSearchParams();
  const { data: takings } = useSuspenseQuery(takingsQuery(dayIn(params)));
  const { day, methods } = takings;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Day’s Takings"
        dense
        actions={
          <LinkButton to={staffPaths.paymentsOn(day)} tone="plain" size="small">
            Payments of this day
          </LinkButton>
        }
      >
        What was received on <Day date={day} />.
      </PageHeader>
      <div className="flex flex-col gap-5">
        <DateField
          key={day}
          label="Day"
          name="day"
          defaultValue={day}
          className="max-w-52 print:hidden"
          onBlur={({ currentTarget: { value } }) => value && value !== day && setParams({ day: value })}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
        {methods.length === 0 ? (
          <EmptyState title="No payments on this day.">Choose another day.</EmptyState>
        ) : (
          <Card className="overflow-hidden p-0">
            <TakingsTable takings={takings} />
          </Card>
        )}
      </div>
    </div>
  );
}

type TakingsProps = { takings: Takings };

/** One row for each method; a phone has no room for what was received and paid back, and shows what remains. */
function TakingsTable({ takings: { methods, totalPaise } }: TakingsProps) {
  const sum = (key: 'payments' | 'paidPaise' | 'returnedPaise') => methods.reduce((all, one) => all + one[key], 0);
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">Takings by method</caption>
      <thead className="bg-sunken text-sm text-soft">
        <tr>
          <th scope="col" className={cell}>
            Method
          </th>
          <th scope="col" className={figure}>
            Payments
          </th>
          <th scope="col" className={roomyFigure}>
            Received
          </th>
          <th scope="col" className={roomyFigure}>
            Paid back
          </th>
          <th scope="col" className={figure}>
            Total
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {methods.map(({ method, payments, paidPaise, returnedPaise }) => (
          <tr key={method}>
            <th scope="row" className={cell}>
              {paymentMethodNames[method]}
            </th>
            <td className={figure}>{payments}</td>
            <td className={roomyFigure}>{formatPaise(paidPaise)}</td>
            <td className={roomyFigure}>{formatPaise(returnedPaise)}</td>
            <td className={figure}>{formatPaise(paidPaise - returnedPaise)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t-2 border-edge font-bold">
        <tr>
          <th scope="row" className={cell}>
            In all
          </th>
          <td className={figure}>{sum('payments')}</td>
          <td className={roomyFigure}>{formatPaise(sum('paidPaise'))}</td>
          <td className={roomyFigure}>{formatPaise(sum('returnedPaise'))}</td>
          <td className={figure}>{formatPaise(totalPaise)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

const cell = 'px-4 py-2.5';
const figure = `${cell} text-right`;
const roomyFigure = `${figure} max-sm:hidden`;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Day’s Takings" failure="Failed to load the takings." error={error} />;
}
