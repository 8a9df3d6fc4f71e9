import type { StartingChecklist } from '@fairlead/contract/fit-to-join/checklists';
import bulk from './starting-checklists/bulk-carrier-deck-officer.json' with { type: 'json' };
import passenger from './starting-checklists/passenger-ship-engine-rating.json' with { type: 'json' };
import tanker from './starting-checklists/tanker-rating.json' with { type: 'json' };

/** The checklists that come with the program. Nothing of them applies before staff have saved it as their own. */
export const startingChecklists = [tanker, bulk, passenger] as readonly StartingChecklist[];
