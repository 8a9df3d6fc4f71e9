const columnsKey = 'listColumns';
const keysKey = 'listKeys';

/** The columns that were shown (true) or hidden (false) on this device, by list and title. */
type Choices = Record<string, Record<string, boolean>>;

function readChoices(): Choices {
  try {
    return (JSON.parse(localStorage.getItem(columnsKey) ?? '{}') ?? {}) as Choices;
  } catch {
    return {}; // as if nothing had been chosen
  }
}

/** The columns of a list that were shown or hidden on this device; those left out are as the list has them. */
export const columnChoices = (list: string): Record<string, boolean> => readChoices()[list] ?? {};

export function keepColumnChoices(list: string, chosen: Record<string, boolean>): void {
  localStorage.setItem(columnsKey, JSON.stringify({ ...readChoices(), [list]: chosen }));
}

/** Whether lists take single keys on this device. */
export const areKeysOn = (): boolean => localStorage.getItem(keysKey) !== 'off';

export function setKeysOn(on: boolean): void {
  if (on) localStorage.removeItem(keysKey);
  else localStorage.setItem(keysKey, 'off');
}
