import { mostAnswers, mostLinkBytes, signPart } from '@fairlead/contract/offline-records/calls';
import { base64url, firstHash } from '@fairlead/contract/offline-records/offline-record-format';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UpContent } from '../content.ts';
import { writePack } from '../pack.ts';
import { listHandedIn } from '../tests/aboard/send-sittings.ts';
import { signUp } from '../up-statement.ts';
import { lockBox, publicKeyOf } from './box-state.ts';
import { findRequest } from './origin-state.ts';
import { writeRecordsWithin } from './write-record.ts';

/**
 * The pack of all that the academy has not acknowledged. Nothing is deleted by sending it: it can be lost, sent twice,
 * or overtaken by another one.
 *
 * @param mostBytes of links in one pack; a short contact carries little.
 * @returns the pack, and whether more waits.
 */
export async function makePack(
  program: Platform,
  clockSession: string,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<{ pack: Buffer; isAll: boolean }> {
  const { db, clock } = program;
  const { box, records, has, sittings } = await transaction(db, async (tx) => {
    await writeRecordsWithin(tx, clock(), clockSession);
    return {
      box: await lockBox(program, tx),
      records: await tx.selectFrom('shipRecord').selectAll().orderBy('passId').execute(),
      sittings: await listHandedIn(tx, clock()),
      has: await tx.selectFrom('shipSection').select('digest').execute(),
    };
  });
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', { ...box.privateKey }, ecdsa, false, ['sign']);
  // an identity ends with all that it has recorded
  let left = box.nextKey ? Number.POSITIVE_INFINITY : mostBytes;
  let isAll = true;
  const sent: UpContent['records'] = [];
  for (const { passId, headNumber, hashAtHead, ...record } of records) {
    const all = (record.links as string[]).map((link) => base64url.decode(link));
    const links = fitting(all, Math.min(left, mostLinkBytes));
    left -= links.reduce((sum, { length }) => sum + length, 0);
    if (links.length < all.length) isAll = false;
    const answers = Object.entries(record.answers as Record<string, number | null>)
      .slice(0, mostAnswers)
      .map(([check, choice]) => ({ check, choice }));
    if (links.length === 0 && answers.length === 0) continue;
    const previous = hashAtHead === '' ? firstHash(passId) : base64url.decode(hashAtHead);
    const part = links.length > 0 ? await signPart(key, { passId, first: headNumber + 1, previous, links }) : null;
    sent.push({ pass: passId, part, answers });
  }
  const content: UpContent = {
    clock: clock().toISOString(),
    has: has.map(({ digest }) => digest),
    records: sent,
    sittings,
    nextKey: box.nextKey && publicKeyOf(box.nextKey),
    certificateRequest: await findRequest(program),
  };
  const about = { direction: 'up', box: box.boxId, ship: box.shipId, key: box.packKey } as const;
  return { pack: await writePack(content, about, (claims) => signUp(box.privateKey, claims)), isAll };
}

function fitting(links: readonly Uint8Array[], most: number): Uint8Array[] {
  let bytes = 0;
  const end = links.findIndex(({ length }) => {
    bytes += length;
    return bytes > most;
  });
  return end === -1 ? [...links] : links.slice(0, end);
}
