import type { Call } from '@fairlead/contract/platform/call';

/** The arguments of a call of the contract. */
export type Parts = {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FormData;
};

/** The path and query of a call. */
export function urlOf(call: Call, parts: Parts | undefined): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts?.params?.[name])));
  const query = new URLSearchParams(parts?.query).toString();
  return `/api${path}${query && `?${query}`}`;
}
