const workerFile = '/service-worker.js';

/** Where the browser asks for it, scripts are named by a policy; this one names the one file of ours. */
type Policies = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
};

/**
 * Registers the service worker (web/worker/service-worker.ts): from then on there is an answer in the academy's own
 * words when the network is gone. A browser that keeps nothing goes without.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => workerFile });
  await navigator.serviceWorker.register(policy?.createScriptURL(workerFile) ?? workerFile);
}
