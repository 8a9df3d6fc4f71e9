import { owed } from '@fairlead/contract/fees/owed';
import { dayAt } from '../../platform/calendar.ts';
import { pageOf } from '../../platform/db/pagination.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { listOwed } from './owed-queries.ts';
import { toOwed } from './wire.ts';

/** The route for what is owed, by payer. */
export const owedRoutes = ({ db, clock, config: { timeZone } }: Platform) =>
  serve(owed, {
    list: async ({ query }) => {
      const asked = { ...query, timeZone, today: dayAt(clock(), timeZone) };
      const { rows, limit, total, isBounded } = await listOwed(db, asked);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toOwed) }), isBounded);
    },
  });
