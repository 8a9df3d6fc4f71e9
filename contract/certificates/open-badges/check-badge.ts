import { wasInForce } from '../../proofs/credential.ts';
import type { AcademyKeys } from '../calls.ts';
import { Badge, issuerOf, mostBadgeBytes, statusEntriesOf } from './badge.ts';
import { type Document, isSignedBy, keyOf, NoRdf, Proof } from './data-integrity.ts';
import { isSet, StatusList } from './status-list.ts';

/** The DID of the academy: that of the host under which people reach it (did:web, section 2). */
export const academyDid = (publicUrl: string): string => `did:web:${encodeURIComponent(new URL(publicUrl).host)}`;

/** The sources that the check may use. One that is neither reachable nor kept returns undefined. */
export type BadgeSources = {
  /** The academy's DID. */
  academy: string;
  keys: () => Promise<AcademyKeys | undefined>;
  /** One of the academy's own status lists. */
  statusList: (url: string) => Promise<unknown>;
  now: Date;
};

/** The state of a badge whose signature is valid. `unsure`: it could not be found out whether it was withdrawn. */
export type BadgeState = 'valid' | 'unsure' | 'early' | 'expired' | 'withdrawn';

/** Where the key of another issuer's badge comes from. */
type KeySource = 'issuers' | 'named' | 'elsewhere';

/** The outcome of the check of a badge. */
export type BadgeAnswer =
  /** It is no badge, or breaks the rules of Open Badges 3.0; `why` says where. */
  | { verdict: 'unreadable' }
  | { verdict: 'malformed'; why: string }
  /** It is of another version, or signed in a way that is not known here: as a JWT, or by another cryptosuite. */
  | { verdict: 'unsupported' }
  | { verdict: 'altered' }
  /** It names the academy as its issuer; the academy's keys are neither reachable nor kept. */
  | { verdict: 'unprepared' }
  /** It names the academy as its issuer, and none of its keys. */
  | { verdict: 'unknown-key'; seen: string }
  /** It is signed with a key of the academy, at a time when the academy did not sign with it. */
  | { verdict: 'forged' }
  | { verdict: 'signed'; badge: Badge; state: BadgeState; seen: string }
  /**
   * Of another issuer. `keySource` says what the signature was checked by: the key that is the issuer's name itself
   * (did:key), one that the badge names, which may be anybody's, or none, because the issuer publishes it elsewhere.
   */
  | { verdict: 'foreign'; badge: Badge; issuer: string; keySource: KeySource; state: BadgeState };

/** More proofs than a badge has. Each takes the time of a whole check, and somebody could attach hundreds. */
const mostProofs = 8;

/** Checks the text of a badge. Nothing of it is sent anywhere, and nothing is loaded from its issuer. */
export async function checkBadge(text: string, sources: BadgeSources): Promise<BadgeAnswer> {
  if (text.length > mostBadgeBytes) return { verdict: 'unreadable' };
  const document = asDocument(text);
  if (document === undefined) return { verdict: /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) ? 'unsupported' : 'unreadable' };
  const parsed = Badge.safeParse(document);
  if (!parsed.success) {
    const why = placeOf(parsed.error.issues[0]);
    return why === '@context' ? { verdict: 'unsupported' } : { verdict: 'malformed', why };
  }
  const badge = parsed.data;
  const named = [badge.proof].flat().filter(({ type }) => type === 'DataIntegrityProof');
  if (hasOtherNames(document) || named.length > mostProofs) return { verdict: 'unsupported' };
  const proofs = named.flatMap((proof) => Proof.safeParse(proof).data ?? []);
  const [proof] = proofs;
  // A proof that also covers another one is not known here.
  const isChained = proofs.some(({ previousProof }) => previousProof !== undefined);
  if (proof === undefined || proofs.length < named.length || isChained) return { verdict: 'unsupported' };
  if (!/^[a-z][a-z0-9+.-]*:/i.test(proof.verificationMethod)) {
    return { verdict: 'malformed', why: 'proof.verificationMethod' };
  }
  try {
    return issuerOf(badge) === sources.academy
      ? await checkOwn(document, { badge, proof }, sources)
      : await checkForeign(document, { badge, proofs }, sources);
  } catch (error) {
    if (error instanceof NoRdf) return { verdict: 'malformed', why: error.message };
    throw error;
  }
}

function asDocument(text: string): Document | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : undefined;
  } catch {
    return undefined; // no JSON
  }
}

/**
 * Whether a document names something otherwise than by a term: by a keyword of JSON-LD or by a whole IRI. The signature
 * covers the RDF: with `@included`, or `https://www.w3.org/2018/credentials#credentialStatus`, a status or a last day
 * could be moved to where they are not read here, and the signature would still be valid. It looks into the document
 * without recursion, since that may be nested as deeply as its size permits.
 */
function hasOtherNames({ '@context': _, ...document }: Document): boolean {
  const open: unknown[] = [document];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (/^@|:/.test(key)) return true;
      open.push(part);
    }
  }
  return false;
}

const placeOf = (issue: { path: PropertyKey[] } | undefined): string => issue?.path.map(String).join('.') ?? '';

type Checked = { badge: Badge; proof: Proof };

async function checkOwn(document: Document, { badge, proof }: Checked, sources: BadgeSources): Promise<BadgeAnswer> {
  const known = await sources.keys();
  if (!known) return { verdict: 'unprepared' };
  const key = findKey(known, proof, sources);
  if (!key) return { verdict: 'unknown-key', seen: known.asOf };
  if (!(await isSignedBy(key.bytes, document, proof))) return { verdict: 'altered' };
  if (!isInForce(key, proof)) return { verdict: 'forged' };
  const isWithdrawn = await wasWithdrawn(badge, known, sources);
  return {
    verdict: 'signed',
    badge,
    seen: known.asOf,
    state: isWithdrawn ? 'withdrawn' : stateOf(badge, proof, { ...sources, isWithdrawn }),
  };
}

type Known = AcademyKeys['keys'][number];

function findKey({ keys }: AcademyKeys, { verificationMethod }: Proof, { academy }: BadgeSources) {
  const key = keys.find(({ id }) => `${academy}#${id}` === verificationMethod);
  return key && { ...key, bytes: bytesOf(key.key) };
}

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));

const isInForce = ({ validFrom, validUntil }: Known, { created }: Proof): boolean =>
  created !== undefined &&
  wasInForce(
    { validFrom: new Date(validFrom), validUntil: validUntil === null ? null : new Date(validUntil) },
    Date.parse(created) / 1000,
  );

/**
 * Whether one of the academy's badges was withdrawn, by its status list; undefined where that list is not at hand, is
 * out of date, or is not the academy's.
 */
async function wasWithdrawn(badge: Badge, known: AcademyKeys, sources: BadgeSources): Promise<boolean | undefined> {
  const entry = statusEntriesOf(badge).find(({ statusPurpose }) => statusPurpose === 'revocation');
  if (!entry) return undefined;
  const document = await sources.statusList(entry.statusListCredential);
  const { data: list } = StatusList.safeParse(document);
  const proof = Proof.safeParse(list?.proof).data;
  if (!list || !proof || list.id !== entry.statusListCredential || list.issuer !== sources.academy) return undefined;
  const now = sources.now.getTime();
  // A list that was signed just now on a server whose clock is ahead is as good.
  if (Date.parse(list.validFrom) > now + 5 * 60_000 || Date.parse(list.validUntil) < now) return undefined;
  const key = findKey(known, proof, sources);
  if (!key || !isInForce(key, proof) || !(await isSignedBy(key.bytes, document as Document, proof))) return undefined;
  return isSet(list, entry);
}

/** The state by the dates, and by what is known of a withdrawal. */
function stateOf(
  { validFrom, validUntil }: Badge,
  { expires }: Proof,
  { now, isWithdrawn }: { now: Date; isWithdrawn: boolean | undefined },
): BadgeState {
  const ends = [validUntil, expires].flatMap((date) => (date === undefined ? [] : [Date.parse(date)]));
  if (ends.some((end) => end < now.getTime())) return 'expired';
  if (Date.parse(validFrom) > now.getTime()) return 'early';
  return isWithdrawn === undefined ? 'unsure' : 'valid';
}

async function checkForeign(
  document: Document,
  { badge, proofs }: { badge: Badge; proofs: Proof[] },
  { now }: BadgeSources,
): Promise<BadgeAnswer> {
  const issuer = issuerOf(badge);
  const kinds = new Set<KeySource>();
  for (const proof of proofs) {
    const named = namedKey(proof.verificationMethod);
    const key = named === undefined ? undefined : keyOf(named);
    if (key && !(await isSignedBy(key, document, proof))) return { verdict: 'altered' };
    if (key) kinds.add(issuer === `did:key:${named}` ? 'issuers' : 'named');
    else kinds.add('elsewhere');
  }
  const keySource: KeySource = kinds.has('elsewhere') ? 'elsewhere' : kinds.has('named') ? 'named' : 'issuers';
  // Its status lists are the issuer's, so only a badge that has none is known not to be withdrawn.
  const isWithdrawn = badge.credentialStatus === undefined ? false : undefined;
  const [proof] = proofs as [Proof];
  return { verdict: 'foreign', badge, issuer, keySource, state: stateOf(badge, proof, { now, isWithdrawn }) };
}

/** The Multikey in the name of a verification method: did:key:z6Mk…, or the fragment of any URI. */
const namedKey = (method: string): string | undefined =>
  method.startsWith('did:key:') ? method.slice('did:key:'.length).split('#')[0] : method.split('#')[1];
