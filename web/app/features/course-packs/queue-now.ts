import { useSyncExternalStore } from 'react';

/** What the queue of packs is doing in this tab. */
export type QueueNow = {
  /** The course that is being fetched. */
  current: string | undefined;
  /** The courses that are being loaded from files. */
  loading: readonly string[];
  /** There is no link at the moment. */
  isLost: boolean;
  /** The browser gives no more space. */
  isFull: boolean;
  /** Why a course cannot be fetched, by its id. */
  failures: Readonly<Record<string, string>>;
  /** The browser is asking the person whether the site may keep its data. */
  isAsking: boolean;
};

let now: QueueNow = {
  current: undefined,
  loading: [],
  isLost: false,
  isFull: false,
  failures: {},
  isAsking: false,
};
const listeners = new Set<() => void>();

export const queueNow = (): QueueNow => now;

export function changeQueue(change: Partial<QueueNow>): void {
  if (Object.entries(change).every(([name, value]) => now[name as keyof QueueNow] === value)) return;
  now = { ...now, ...change };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useQueue = (): QueueNow => useSyncExternalStore(subscribe, queueNow, queueNow);

const wifiKey = 'aboardByWifi';

/** The link that the browser says it uses (Network Information API); undefined where it does not say. */
const link = () => (navigator as { connection?: { type?: string } }).connection;
export const linkType = (): string | undefined => link()?.type;

/** Whether courses are fetched by Wi-Fi or cable only, on this device. */
export const isByWifi = (): boolean => localStorage.getItem(wifiKey) === 'on';

export function setByWifi(on: boolean): void {
  if (on) localStorage.setItem(wifiKey, 'on');
  else localStorage.removeItem(wifiKey);
}

/** Whether the link of now is one that the person wants used; a browser that does not say is believed to use Wi-Fi. */
export function isLinkWanted(): boolean {
  const type = linkType();
  return !isByWifi() || type === undefined || ['wifi', 'ethernet', 'unknown', 'none'].includes(type);
}

/** Calls `listener` when the link changes; returns a function that ends that. */
export function watchLink(listener: () => void): () => void {
  const target = link() as EventTarget | undefined;
  target?.addEventListener?.('change', listener);
  return () => target?.removeEventListener?.('change', listener);
}
