import { trustedTypes } from './trusted-types.ts';

const workerFile = '/service-worker.js';

/**
 * Registers the service worker (web/worker/service-worker.ts), which shows the academy's own offline page when the
 * network is down. Browsers without service workers do without it.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const policy = trustedTypes()?.createPolicy('service-worker', { createScriptURL: () => workerFile });
  await navigator.serviceWorker.register(policy?.createScriptURL(workerFile) ?? workerFile);
}
