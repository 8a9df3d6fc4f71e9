const workerFile = '/service-worker.js';

/** Trusted Types, in browsers that support them: this policy allows the one script URL of ours. */
type Policies = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
};

/**
 * Registers the service worker (web/worker/service-worker.ts), which shows the academy's own offline page when the
 * network is down. Browsers without service workers do without it.
 */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => workerFile });
  await navigator.serviceWorker.register(policy?.createScriptURL(workerFile) ?? workerFile);
}
