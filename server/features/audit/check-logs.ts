import { verifyAudit } from '../../platform/audit/forgotten-links.ts';
import { type Flaw, flawsListed, type Verdict, verifyChain } from '../../platform/chain/verify-chain.ts';
import { type Db, type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import { firstWrongLeaf } from '../../platform/transparency/tree.ts';
import { type CertificateFlaw, certificateChain, checkCertificates, walkCertificates } from '../certificates/index.ts';

type ChainName = 'audit' | 'certificates';
/** A flaw of a log: a link of it that is wrong, or a certificate that it contradicts, or both. */
export type LogFlaw = {
  index: number | null;
  certificateId: string | null;
  number: string | null;
  reason: string;
};
/** The result for one log: its size, the number of flaws found, and the first hundred of them. */
export type LogCheck = { size: number; flaws: LogFlaw[]; found: number };
type Known = { index: number; hash: string; lastCertificateId: string | null; flaws: (LogFlaw & { since: string })[] };
type Found = LogCheck & { hash: string; lastCertificateId: string | null };

type Dependencies = { db: Db; clock: () => Date };

const atOnce = 1000;
/** Certificates without a new entry are compared again within this many daily checks. */
const days = 90;

/**
 * Verifies both logs from their beginning and compares every certificate with its entries. Changes nothing.
 */
export async function checkWholeLogs(db: Queryable): Promise<Record<ChainName, LogCheck>> {
  const { audit, certificates } = await wholeCheck(db);
  return { audit: shown(audit), certificates: shown(certificates) };
}

const shown = ({ size, flaws, found }: Found): LogCheck => ({ size, flaws, found });

/** The same, and keeps the result for staff and for the daily check. */
export async function checkAndKeep({ db, clock }: Dependencies) {
  const found = await wholeCheck(db);
  await transaction(db, (tx) => keepAll(tx, found, clock()));
  return { audit: shown(found.audit), certificates: shown(found.certificates) };
}

/**
 * Verifies what was added to the logs since the last check, compares the certificates concerned, and a part of all
 * others: in three months, every certificate is compared again. A flaw of a certificate stays until the certificate
 * agrees with the log again; a flaw of a link stays until a whole check finds none.
 */
export async function checkNewEntries({ db, clock }: Dependencies): Promise<void> {
  const [audit, certificates] = [await known(db, 'audit'), await known(db, 'certificates')];
  const times = Math.ceil(certificates.index / days / atOnce);
  const [ofAudit, { added, ofConcerned }, older] = await Promise.all([
    verifyAudit(db, audit).then(found),
    checkAdded(db, certificates),
    checkOlder(db, { after: certificates.lastCertificateId ?? undefined, atOnce, times }),
  ]);
  const { last } = older;
  const seen = new Map([...older.flaws, ...ofConcerned].map((flaw) => [`${flaw.id} ${flaw.reason}`, flaw]));
  const ofLinks = (before: Known) => before.flaws.filter(({ certificateId }) => certificateId === null);
  await transaction(db, (tx) =>
    keepAll(
      tx,
      {
        audit: merged(ofAudit, ofLinks(audit)),
        certificates: merged(
          { ...withCertificates(added, [...seen.values()]), lastCertificateId: last ?? null },
          ofLinks(certificates),
        ),
      },
      clock(),
    ),
  );
}

/** Compares some of all certificates, and returns the last id of these; undefined when no others follow. */
async function checkOlder(db: Queryable, walk: Parameters<typeof walkCertificates>[1]) {
  const flaws: CertificateFlaw[] = [];
  let last: string | undefined;
  for await (const some of walkCertificates(db, walk)) {
    flaws.push(...some.flaws);
    last = some.last;
  }
  return { flaws, last };
}

/** Verifies the links that were added to the public log, and compares the certificates concerned. */
async function checkAdded(db: Queryable, before: Known) {
  const added = found(await verifyChain(db, certificateChain, before));
  // after that, so that no entry counts as verified whose certificate is not compared
  const ids = await concerned(db, before);
  const ofConcerned: CertificateFlaw[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    ofConcerned.push(...(await checkCertificates(db, ids.slice(at, at + atOnce))));
  }
  return { added, ofConcerned };
}

/** A check together with the flaws of an earlier one. */
function merged(check: Found, before: readonly LogFlaw[]): Found {
  const isSame = (one: LogFlaw, other: LogFlaw) => one.index === other.index && one.reason === other.reason;
  const added = before.filter((one) => !check.flaws.some((flaw) => isSame(one, flaw)));
  return { ...check, flaws: [...added, ...check.flaws].slice(0, flawsListed), found: check.found + added.length };
}

/** The certificates with entries since the last check, and those that had a flaw then. */
async function concerned(db: Queryable, { index, flaws }: Known): Promise<string[]> {
  const rows = await db
    .selectFrom('certificateEvent')
    .select('certificateId')
    .distinct()
    .where('sealIndex', '>', index)
    .execute();
  return [
    ...new Set([
      ...rows.map(({ certificateId }) => certificateId),
      ...flaws.flatMap(({ certificateId }) => certificateId ?? []),
    ]),
  ];
}

async function wholeCheck(db: Queryable): Promise<Record<ChainName, Found>> {
  const audit = found(await verifyAudit(db));
  const chain = found(await verifyChain(db, certificateChain));
  const flaws: CertificateFlaw[] = [];
  let count = 0;
  for await (const next of walkCertificates(db)) {
    count += next.flaws.length;
    flaws.push(...next.flaws.slice(0, flawsListed - flaws.length));
  }
  return {
    audit: await withAnchor(db, 'audit', audit),
    certificates: await withTree(db, await withAnchor(db, 'certificates', withCertificates(chain, flaws, count))),
  };
}

const found = ({ size, flaws, found: count, hash }: Verdict): Found => ({
  size,
  hash,
  found: count,
  lastCertificateId: null,
  flaws: flaws.map(({ index, about, reason }: Flaw) => ({ index, certificateId: null, number: about ?? null, reason })),
});

const withCertificates = (check: Found, flaws: readonly CertificateFlaw[], count = flaws.length): Found => ({
  ...check,
  found: check.found + count,
  flaws: [
    ...check.flaws,
    ...flaws.map(({ id, number, reason }) => ({ index: null, certificateId: id, number, reason })),
  ].slice(0, flawsListed),
});

/** Adds a flaw if the link at which the last check ended is gone or another one: the end of a log was cut off. */
async function withAnchor(db: Queryable, name: ChainName, check: Found): Promise<Found> {
  const { index, hash } = await known(db, name);
  if (index === 0) return check;
  const table = name === 'audit' ? ('auditEvent' as const) : ('certificateEvent' as const);
  const link = await db.selectFrom(table).select('sealHash').where('sealIndex', '=', index).executeTakeFirst();
  if (link?.sealHash === hash) return check;
  const reason = link ? 'it is not the one of the last check' : 'the last check found it, and it is gone';
  return merged(check, [{ index, certificateId: null, number: null, reason }]);
}

/** Adds a flaw if the published tree is not the one of the log: its proofs are wrong, or the log was rewritten. */
async function withTree(db: Queryable, check: Found): Promise<Found> {
  const index = await firstWrongLeaf(db, certificateChain);
  if (index === undefined) return check;
  return merged(check, [{ index, certificateId: null, number: null, reason: 'the published tree has another entry' }]);
}

async function known(db: Queryable, chain: ChainName): Promise<Known> {
  const { linkIndex, linkHash, lastCertificateId, flaws } = await db
    .selectFrom('logCheck')
    .select(['linkIndex', 'linkHash', 'lastCertificateId', 'flaws'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return { index: linkIndex, hash: linkHash, lastCertificateId, flaws: flaws as Known['flaws'] };
}

async function keepAll(tx: Tx, checks: Record<ChainName, Found>, now: Date): Promise<void> {
  for (const [chain, check] of Object.entries(checks) as [ChainName, Found][]) {
    const before = (await known(tx, chain)).flaws;
    const since = ({ index, certificateId, reason }: LogFlaw) =>
      before.find((one) => one.index === index && one.certificateId === certificateId && one.reason === reason)
        ?.since ?? now.toISOString();
    await tx
      .updateTable('logCheck')
      .set({
        linkIndex: check.size,
        linkHash: check.hash,
        checkedAt: now,
        found: check.found,
        lastCertificateId: check.lastCertificateId,
        flaws: JSON.stringify(check.flaws.map((flaw) => ({ ...flaw, since: since(flaw) }))),
      })
      .where('chain', '=', chain)
      .execute();
  }
}
