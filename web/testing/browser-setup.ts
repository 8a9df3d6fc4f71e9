import { afterEach, beforeEach, expect, vi } from 'vitest';
import '../app/app.css';
import { queryClient } from '../app/lib/calls/query-client.ts';
import { clearSession } from '../app/lib/session/session.ts';
import { complaints, watchComplaints } from './complaints.ts';
import { closePage } from './open-page.tsx';
import { fetchOrStandIn, forgetServer, StandInXhr } from './stand-in-server.ts';
import { forgetDatabase } from './storage.ts';

beforeEach(() => {
  vi.stubGlobal('fetch', fetchOrStandIn(window.fetch));
  vi.stubGlobal('XMLHttpRequest', StandInXhr);
  watchComplaints();
});

// Each test starts without the page, the clock, the storage and the query cache of the one before.
afterEach(async () => {
  closePage();
  vi.useRealTimers();
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  await forgetDatabase();
  delete document.documentElement.dataset.theme;
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect([...forgetServer(), ...complaints()]).toEqual([]);
});
