import { goesWithAccount, type PersonalTable } from '../../platform/personal-data/personal-table.ts';

export const disuseData: PersonalTable = goesWithAccount('disuse_notice', 'warnings-of-disuse');
