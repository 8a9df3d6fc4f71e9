import credentials from './credentials-v2.json' with { type: 'json' };
import openBadges from './ob-3.0.3.json' with { type: 'json' };
import extensions from './ob-extensions.json' with { type: 'json' };

/** The context of every credential (W3C Verifiable Credentials 2.0). */
export const credentialsContext = 'https://www.w3.org/ns/credentials/v2';
/** The context of Open Badges 3.0. */
export const openBadgesContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
/** Terms that many badges use beside those of Open Badges 3.0, such as that of the schema. */
export const extensionsContext = 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json';

/**
 * The JSON-LD contexts by their URLs. A context never changes under its URL, and none is ever loaded over the network:
 * who could replace it could change what a signed badge says. `credentials-v2.json` is under the W3C Software and
 * Document License, the two of Open Badges under the Apache License 2.0 (1EdTech, digital-credentials-public-validator).
 */
export const contexts: ReadonlyMap<string, object> = new Map<string, object>([
  [credentialsContext, credentials],
  [openBadgesContext, openBadges],
  [extensionsContext, extensions],
]);
