import { appendAudit } from '../../../platform/audit/append.ts';
import { type Queryable, transaction } from '../../../platform/db/database.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OriginSection } from '../content.ts';
import { BadChain, checkChain } from '../origin/certificate-chain.ts';
import { requestPem, type SignedRequest } from '../origin/certificate-request.ts';
import { CommandFailed, runCertificateCommand } from './certificate-command.ts';

/** The job that gets certificates for the computers of ships, and renews them. */
export const certificatesJob = 'ship.certificates';

/** A certificate that ends within so many milliseconds is renewed: a ship may be without a link for weeks. */
const renewBefore = 30 * 86_400_000;

/** The host of a ship's computer; undefined where the operator has named no domain for ships. */
const hostOfShip = ({ config }: Pick<Platform, 'config'>, imo: string): string | undefined =>
  config.ships.domain && `ship-${imo}.${config.ships.domain}`;

const findOrigin = (db: Queryable, shipId: string) =>
  db
    .selectFrom('ship')
    .select(['imo', 'certificateRequest', 'certificateChain', 'certificateUntil', 'certificateTrouble'])
    .where('id', '=', shipId)
    .executeTakeFirstOrThrow();

type Row = Awaited<ReturnType<typeof findOrigin>>;

/** What was asked for last; undefined when that was for another host, since the domain has changed. */
function requestIn({ certificateRequest }: Row, host: string): { signed: SignedRequest; pem: string } | undefined {
  const signed = certificateRequest as SignedRequest | null;
  const pem = signed && requestPem(signed, host);
  return signed && pem ? { signed, pem } : undefined;
}

/** The origin of a ship's computer, for the computer itself; undefined where it has none. */
export async function findOriginSection(platform: Platform, ship: { id: string; imo: string }) {
  const host = hostOfShip(platform, ship.imo);
  if (host === undefined) return undefined;
  const row = await findOrigin(platform.db, ship.id);
  const request = requestIn(row, host);
  const section: OriginSection = {
    kind: 'origin',
    id: ship.id,
    host,
    key: request?.signed.key ?? null,
    chain: request ? row.certificateChain : null,
  };
  return section;
}

/** The origin of a ship's computer, for staff; null where it has none. */
export async function describeOrigin(platform: Pick<Platform, 'config' | 'db'>, ship: { id: string; imo: string }) {
  const host = hostOfShip(platform, ship.imo);
  if (host === undefined) return null;
  const row = await findOrigin(platform.db, ship.id);
  const until = requestIn(row, host) ? row.certificateUntil : null;
  return { host, until: until?.toISOString() ?? null, trouble: row.certificateTrouble };
}

/**
 * Stores what a ship's computer asks for, and has a certificate ordered. One for another host is ignored: the computer
 * asks again once it knows its host. One that takes one key after another waits, and staff are told: its contact goes
 * on.
 */
export async function storeRequest(
  platform: Pick<Platform, 'config' | 'db' | 'clock'>,
  ship: { id: string; imo: string },
  signed: SignedRequest,
): Promise<void> {
  const { db, clock } = platform;
  const host = hostOfShip(platform, ship.imo);
  if (host === undefined || !requestPem(signed, host)) return;
  const before = requestIn(await findOrigin(db, ship.id), host);
  if (before?.signed.key === signed.key) return;
  const limit = { key: `ship-certificate:${ship.id}`, max: 10, seconds: 86_400 };
  const isRefused = await consume(db, limit, clock()).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return true;
  });
  if (isRefused) {
    const certificateTrouble = 'The ship’s computer has asked for too many certificates today, each for another key.';
    await db.updateTable('ship').set({ certificateTrouble }).where('id', '=', ship.id).execute();
    return;
  }
  const certificateRequest = JSON.stringify({ key: signed.key, signature: signed.signature });
  const none = { certificateChain: null, certificateUntil: null, certificateTrouble: null };
  await transaction(db, async (tx) => {
    await tx
      .updateTable('ship')
      .set({ certificateRequest, ...none })
      .where('id', '=', ship.id)
      .execute();
    await enqueue(tx, certificatesJob, {});
  });
}

/**
 * Orders a certificate for each ship's computer that has asked for one and has none, or one that ends within 30 days.
 * A failure of one is told to staff on the ship's page, and tried again by the next run.
 *
 * @param signal ends the command that runs.
 */
export async function orderCertificates(platform: Platform, signal: AbortSignal): Promise<void> {
  const { db, clock, config } = platform;
  const { command } = config.ships;
  if (command === undefined) return;
  const due = await db
    .selectFrom('ship')
    .select(['id', 'imo'])
    .where('certificateRequest', 'is not', null)
    .where((e) =>
      e.or([e('certificateUntil', 'is', null), e('certificateUntil', '<', new Date(clock().getTime() + renewBefore))]),
    )
    .orderBy('id')
    .execute();
  for (const ship of due) {
    if (signal.aborted) return;
    await order(platform, command, ship, signal);
  }
}

async function order(
  { db, clock, config }: Platform,
  command: string,
  ship: { id: string; imo: string },
  signal: AbortSignal,
): Promise<void> {
  const host = hostOfShip({ config }, ship.imo);
  const row = await findOrigin(db, ship.id);
  const request = host !== undefined && requestIn(row, host);
  if (!host || !request) return;
  const { key } = request.signed;
  const set = (values: { certificateTrouble: string | null; certificateChain?: string; certificateUntil?: Date }) =>
    transaction(db, async (tx) => {
      const changed = await tx
        .updateTable('ship')
        .set(values)
        .where('id', '=', ship.id)
        // another key may have come meanwhile
        .where('certificateRequest', '@>', JSON.stringify({ key }))
        .returning('id')
        .executeTakeFirst();
      const until = values.certificateUntil?.toISOString();
      if (!changed || until === undefined) return;
      const subject = { kind: 'ship', id: ship.id };
      await appendAudit(tx, { actorId: null, action: 'ship.certificate', subject, details: { host, until } });
    });
  try {
    const written = await runCertificateCommand(command, { host, request: request.pem }, { signal });
    const { pem, until } = checkChain(written, { host, key, now: clock() });
    // the authority may not renew it yet
    const isNew = !row.certificateUntil || until > row.certificateUntil;
    await set({ certificateTrouble: null, ...(isNew && { certificateChain: pem, certificateUntil: until }) });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof CommandFailed || error instanceof BadChain)) throw error;
    const sentence =
      error instanceof BadChain
        ? `What the command for certificates wrote is of no use. ${error.message}`
        : error.message;
    await set({ certificateTrouble: sentence });
  }
}
