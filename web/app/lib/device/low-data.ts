const key = 'lowData';

/** Whether films on this device should load nothing before they are played. */
export const isLowData = (): boolean => localStorage.getItem(key) === 'on';

export function setLowData(on: boolean): void {
  if (on) localStorage.setItem(key, 'on');
  else localStorage.removeItem(key);
}
