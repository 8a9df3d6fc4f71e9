type Policies = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
};

/**
 * Trusted Types, in browsers that support them: only a named policy makes a script's URL that such a browser accepts.
 */
export const trustedTypes = () => (globalThis as { trustedTypes?: Policies }).trustedTypes;
