import { goesWithAccount } from '../../platform/personal-data/personal-table.ts';

export const digestData = [goesWithAccount('staff_digest', 'last-daily-digest')];
