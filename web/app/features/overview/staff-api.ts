import { overview } from '@fairlead/contract/overview';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { type Figures, figuresOf, type Overview, overviewOf, type Waiting } from './wire.ts';

/** How often what waits is asked for while the page is open, in milliseconds. */
const freshEvery = 60_000;

/** What waits for staff. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async (): Promise<Overview> => overviewOf((await call(overview.getOverview)).data),
  refetchInterval: freshEvery,
});

/** How the academy has done; the server's sums are some minutes old at most. */
export const figuresQuery = queryOptions({
  queryKey: ['overview', 'figures'],
  queryFn: async (): Promise<Figures> => figuresOf((await call(overview.getFigures)).data),
});

/** The server counts exactly up to here. */
const countedUpTo = 1000;

/** How many wait, as it is shown: '1000+' at most. */
export const countText = ({ count }: Waiting): string => (count > countedUpTo ? `${countedUpTo}+` : String(count));
