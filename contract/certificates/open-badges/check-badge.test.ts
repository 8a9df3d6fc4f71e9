import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { badgeTextIn } from './baked.ts';
import { academyDid, type BadgeSources, checkBadge } from './check-badge.ts';
import { type Document, signDocument, toMultikey } from './data-integrity.ts';
import { encodeList, isSet, listLength, type StatusList } from './status-list.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
/** A badge that another program signed: Digital Bazaar's vc 7.3.0. */
const theirs = fixture('foreign-badge.json').toString();
const sources: BadgeSources = {
  academy: 'did:web:academy.example',
  keys: async () => undefined,
  statusList: async () => undefined,
  now: new Date('2026-11-20T06:30:00Z'),
};
const check = (document: unknown) =>
  checkBadge(typeof document === 'string' ? document : JSON.stringify(document), sources);

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const multikey = toMultikey(Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url'));
const did = `did:key:${multikey}`;
const { proof: _, ...unsigned } = JSON.parse(theirs) as Document;
const signed = (changes: Document, verificationMethod = `${did}#${multikey}`) =>
  signDocument(
    { ...unsigned, issuer: { id: did, type: ['Profile'], name: 'A school' }, ...changes },
    { created: '2026-01-01T00:00:00Z', verificationMethod, sign: (message) => sign(null, message, privateKey) },
  );

test('the DID of the academy is that of its host', () => {
  expect(academyDid('https://academy.example')).toBe('did:web:academy.example');
  expect(academyDid('http://localhost:3000')).toBe('did:web:localhost%3A3000');
});

test('a document is signed to the same bytes by every version', async () => {
  // the secret key of RFC 8032, 7.1, test 1
  const secret = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]),
    format: 'der',
    type: 'pkcs8',
  });
  const { proof } = await signDocument(unsigned, {
    created: '2026-01-01T00:00:00Z',
    verificationMethod: 'did:web:academy.example#1',
    sign: (message) => sign(null, message, key),
  });
  expect(proof.proofValue).toBe(
    'z4C8LYuPrihLskGj2FHnf9hLipmMgdhCt9ZUBQpN2P6MLwmjdbU5tfLqkj1k9gToGgU89iDzNsGFnrC8EZ2XeTcWn',
  );
});

describe('a badge of another issuer', () => {
  test('is foreign, whether its key is the issuer’s name, one that it names, or elsewhere', async () => {
    expect(await check(await signed({}))).toMatchObject({
      verdict: 'foreign',
      issuer: did,
      keySource: 'issuers',
      state: 'valid',
    });
    expect(await check(theirs)).toMatchObject({ verdict: 'foreign', keySource: 'named', state: 'valid' });
    const elsewhere = await signed({}, 'did:web:school.example#key-1');
    expect(await check(elsewhere)).toMatchObject({ verdict: 'foreign', keySource: 'elsewhere' });
    expect(await check(await signed({ issuer: 'did:web:school.example' }))).toMatchObject({ keySource: 'named' });
  });

  test('is early, expired, or unsure if it may have been withdrawn', async () => {
    const stateIn = async (changes: Document) => await check(await signed(changes));
    expect(await stateIn({ validUntil: '2026-11-20T06:29:59Z' })).toMatchObject({ state: 'expired' });
    expect(await stateIn({ validUntil: '2026-11-20T06:30:01Z' })).toMatchObject({ state: 'valid' });
    expect(await stateIn({ validFrom: '2026-11-20T06:30:01Z' })).toMatchObject({ state: 'early' });
    const credentialStatus = {
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: '7',
      statusListCredential: 'https://school.example/list',
    };
    expect(await stateIn({ credentialStatus })).toMatchObject({ state: 'unsure' });
  });

  test('is altered if anything of it changes', async () => {
    const changed = theirs.replace('Mooring lines', 'Tanker cargo');
    expect(await check(changed)).toEqual({ verdict: 'altered' });
    expect(await check(theirs.replace('08:00:00Z', '08:00:01Z'))).toEqual({ verdict: 'altered' });
    expect(await check(theirs.replace('z2Fjzdq', 'z2Fjzdm'))).toEqual({ verdict: 'altered' });
    expect(await check(theirs.replace('z2Fjzdq', ''))).toEqual({ verdict: 'altered' });
  });
});

test.each([
  ['no JSON', 'nonsense', { verdict: 'unreadable' }],
  ['a list', '[]', { verdict: 'unreadable' }],
  ['too long', ' '.repeat(300_000), { verdict: 'unreadable' }],
  ['a JWT', 'eyJh.eyJp.c2ln', { verdict: 'unsupported' }],
  ['of another version', { '@context': ['https://www.w3.org/2018/credentials/v1'] }, { verdict: 'unsupported' }],
  ['with a term of its own', { ...JSON.parse(theirs), rank: 'Master' }, { verdict: 'malformed' }],
  [
    'with a context of its own inside',
    { ...JSON.parse(theirs), evidence: { type: 'Evidence', '@context': { rank: 'https://x.example/rank' } } },
    { verdict: 'unsupported' },
  ],
  [
    'with a context that is not known',
    { ...JSON.parse(theirs), evidence: { type: 'Evidence', '@context': 'https://x.example/context' } },
    { verdict: 'unsupported' },
  ],
  [
    'nested too deeply',
    theirs.replace('{', `{ "rank": ${'{"rank":'.repeat(25_000)}1${'}'.repeat(25_000)},`),
    { verdict: 'malformed', why: 'It is nested too deeply' },
  ],
  ['without an issuer', { ...JSON.parse(theirs), issuer: undefined }, { verdict: 'malformed', why: 'issuer' }],
  ['without a proof', { ...JSON.parse(theirs), proof: undefined }, { verdict: 'malformed', why: 'proof' }],
  ['of another cryptosuite', theirs.replace('eddsa-rdfc-2022', 'bbs-2023'), { verdict: 'unsupported' }],
  [
    'with a chain of proofs',
    theirs.replace('"created"', '"previousProof": "urn:uuid:1", "created"'),
    { verdict: 'unsupported' },
  ],
  ['with a key that is no URI', theirs.replace('https://harbour-school.example/issuer#', ''), { verdict: 'malformed' }],
])('a badge that is %s is refused', async (_name, badge, answer) => {
  expect(await check(badge)).toMatchObject(answer);
});

const resource = { id: 'https://school.example/syllabus', digestSRI: 'sha256-AAAA' };
const schema = { id: 'https://school.example/schema', type: 'JsonSchema' };
const other = { type: 'https://school.example/terms#Other' };

test.each<[string, string, unknown]>([
  ['an end before its beginning', 'validUntil', '2000-01-01T00:00:00Z'],
  ['a status whose id is no URI', 'credentialStatus', { id: 'seven', type: 'BitstringStatusListEntry' }],
  ['a schema without an id', 'credentialSchema', { type: 'JsonSchema' }],
  ['a schema without a type', 'credentialSchema', [schema, { id: schema.id }]],
  ['a refresh service without a type', 'refreshService', { id: 'https://school.example/refresh' }],
  ['terms of use without a type', 'termsOfUse', [{}]],
  ['a related resource that is a URL alone', 'relatedResource', [resource.id]],
  ['a related resource without an id', 'relatedResource', { digestSRI: resource.digestSRI }],
  ['a related resource without a digest', 'relatedResource', { id: resource.id }],
  ['a related resource twice', 'relatedResource', [resource, { id: resource.id, digestMultibase: 'uAAAA' }]],
])('a badge with %s is not valid', async (_name, term, value) => {
  const why = expect.stringMatching(`^${term}`);
  expect(await check({ ...JSON.parse(theirs), [term]: value })).toEqual({ verdict: 'malformed', why });
});

test('a badge with schema, terms of use, refresh service and related resources is read as any other', async () => {
  const changes = {
    credentialSchema: schema,
    termsOfUse: other,
    refreshService: [other],
    relatedResource: [resource, { id: 'https://school.example/picture', digestMultibase: 'uAAAA' }],
  };
  expect(await check(await signed(changes))).toMatchObject({ verdict: 'foreign', state: 'valid' });
});

// shows: threats/poisoned-badge
// shows: threats/forged-badge
test.each(['validUntil', 'credentialStatus'])(
  '%s cannot be hidden from the check below a valid signature',
  async (term) => {
    const badge = await signed({
      validUntil: '2026-01-02T00:00:00Z',
      credentialStatus: { id: 'urn:uuid:8f0c', type: 'BitstringStatusListEntry' },
    });
    const { [term]: hidden, ...rest } = badge as Document;
    const inGraph = { ...rest, '@included': [{ id: unsigned.id, [term]: hidden }] };
    expect(await check(inGraph)).toMatchObject({ verdict: 'unsupported' });
    const iri = `https://www.w3.org/2018/credentials#${term}`;
    expect(await check({ ...rest, [iri]: hidden })).toMatchObject({ verdict: 'unsupported' });
  },
);

// shows: threats/poisoned-badge
test('a graph that is made to take forever is refused', async () => {
  const size = 40;
  // each of the blank nodes is tied to each of the others, so that they cannot be told apart
  const ids = Array.from({ length: size }, (_, n) => `_:b${n}`);
  const related = ids.map((id) => ({ id, type: ['Achievement'], related: ids.map((other) => ({ id: other })) }));
  const badge = JSON.parse(theirs);
  badge.credentialSubject.achievement.related = related;
  const why = expect.stringContaining('deep iterations');
  expect(await check(badge)).toEqual({ verdict: 'malformed', why });
});

// shows: threats/poisoned-badge
test('a badge with more proofs than any has is refused, since each is checked as a whole', async () => {
  const badge = await signed({});
  const withProofs = (count: number) => ({ ...badge, proof: Array(count).fill(badge.proof) });
  expect(await check(withProofs(8))).toMatchObject({ verdict: 'foreign' });
  expect(await check(withProofs(9))).toEqual({ verdict: 'unsupported' });
});

describe('a status list', () => {
  const entry = (statusListIndex: string, statusPurpose = 'revocation') => ({
    type: 'BitstringStatusListEntry' as const,
    statusPurpose,
    statusListIndex,
    statusListCredential: 'https://academy.example/list',
  });
  const listOf = (encodedList: string) =>
    ({ credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList } }) as StatusList;

  test('says for each place whether it is set', async () => {
    const list = listOf(await encodeList([0, 9, listLength - 1]));
    const set = await Promise.all(['0', '1', '8', '9', '131070', '131071'].map((place) => isSet(list, entry(place))));
    expect(set).toEqual([true, false, false, true, false, true]);
    expect(await isSet(list, entry('131072'))).toBeUndefined();
    expect(await isSet(list, entry('0', 'suspension'))).toBeUndefined();
  });

  test('that is no gzip, or too large, says nothing', async () => {
    expect(await isSet(listOf('uAAAA'), entry('0'))).toBeUndefined();
    const zeros = new Blob([new Uint8Array(2 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream('gzip'));
    const large = Buffer.from(await new Response(zeros).arrayBuffer()).toString('base64url');
    expect(await isSet(listOf(`u${large}`), entry('0'))).toBeUndefined();
  });
});

describe('a file', () => {
  test('contains a badge as its text, or baked into an SVG', async () => {
    expect(badgeTextIn(fixture('foreign-badge.json'))).toBe(theirs.trim());
    const picture = `<?xml version="1.0"?>\n<svg>\n<openbadges:credential>\n <![CDATA[\n${theirs}\n]]>\n</openbadges:credential></svg>`;
    expect(badgeTextIn(Buffer.from(picture))).toBe(theirs.trim());
    const jws = '<svg><openbadges:credential verify="a.b.c"></openbadges:credential></svg>';
    expect(badgeTextIn(Buffer.from(jws))).toBe('a.b.c');
  });

  test.each([
    ['an SVG without a badge', '<svg></svg>'],
    ['an SVG with an empty tag', '<svg><openbadges:credential></openbadges:credential></svg>'],
    ['an SVG that is cut off', '<svg><openbadges:credential><![CDATA[{'],
    ['a text', 'Dear Sir or Madam'],
    ['a PNG that is cut off', '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR'],
  ])('that is %s has none', (_name, content) => {
    expect(badgeTextIn(Buffer.from(content, 'latin1'))).toBeUndefined();
  });
});
