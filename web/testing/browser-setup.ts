import { afterEach, beforeEach, expect, vi } from 'vitest';
import '../app/app.css';
import { queryClient } from '../app/lib/calls/query-client.ts';
import { clearSession } from '../app/lib/session/session.ts';
import { complaints, watchComplaints } from './complaints.ts';
import { closePage } from './open-page.tsx';
import { fetchOrStandIn, forgetServer, StandInXhr } from './stand-in-server.ts';
import { forgetDatabase } from './storage.ts';

/** How long a busy machine may take to draw a frame, in milliseconds. */
const latestFrame = 10_000;

/**
 * Fails at once when Chromium has stopped to draw the page: every click and every change of the window's size waits for
 * frames, and each test of the file would fail for another reason, after as long as it may take.
 */
const drawn = () =>
  new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('Chromium no longer draws the page of the tests')), latestFrame);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });

beforeEach(async () => {
  await drawn();
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
