import type { StartingChecklist } from '@fairlead/contract/fit-to-join/checklists';
import bulk from './starting-checklists/bulk-carrier-deck-officer.json' with { type: 'json' };
import passenger from './starting-checklists/passenger-ship-engine-rating.json' with { type: 'json' };
import tanker from './starting-checklists/tanker-rating.json' with { type: 'json' };

/** What a row has unless it says otherwise; its source is then that of its checklist. */
const usual = { ranks: [], flags: [], shipTypes: [], daysBeyond: 0 };

/** The checklists that come with the program. Nothing of them applies before staff have saved it as their own. */
export const startingChecklists = [tanker, bulk, passenger].map((list) => {
  const { source, sourceDate } = list;
  return { ...list, rows: list.rows.map((row) => ({ ...usual, source, sourceDate, ...row })) };
}) as readonly StartingChecklist[];
