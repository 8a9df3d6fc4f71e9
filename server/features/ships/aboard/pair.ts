import { ships } from '@fairlead/contract/ships/calls';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findBox, makeBoxKey, sealed } from './box-state.ts';
import { type AskAcademy, askedAcademy } from './contact.ts';

/**
 * Pairs this computer with the academy: it makes its own key pair, of which the public half leaves it.
 *
 * @param address the academy's web address.
 * @throws AppError `done` when it is paired, `invalid` for no address over which nobody else reads, and as
 *   `askedAcademy`.
 */
export async function pairThis(
  program: Platform,
  ask: AskAcademy,
  { academy: address, code }: { academy: string; code: string },
): Promise<void> {
  const { db, clock } = program;
  if (await findBox(program, db)) throw new AppError('done', 'This computer is paired already.');
  const { origin: academyUrl = '', protocol, hostname = '' } = URL.parse(address) ?? {};
  // the key of the packs comes over it
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname));
  if (!isPrivate) throw new AppError('invalid', 'Enter the academy’s address, such as https://academy.example.');
  const { privateKey, publicKey: key } = await makeBoxKey();
  const { data } = await askedAcademy(ask, academyUrl, ships.pair, { code, key });
  await db
    .insertInto('shipBoxState')
    .values({
      academyUrl,
      shipId: data.ship,
      boxId: data.box,
      privateKey: sealed(program, JSON.stringify(privateKey)),
      packKey: sealed(program, data.packKey),
      academyKeys: JSON.stringify(data.keys),
      reachedAt: clock(),
    })
    .execute();
}
