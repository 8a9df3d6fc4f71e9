import type { prefixes } from '@fairlead/contract/accounts/calls';
import { appendAudits } from '../../../platform/audit/append.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { inParts } from '../../../platform/db/in-parts.ts';
import { forgetCodes } from '../codes.ts';
import { isUnproved } from '../staff/invitations.ts';

export type Prefix = (typeof prefixes)[number];

/** A seafarer whom staff invite; the last name is empty of somebody with one name. */
export type Newcomer = { prefix: Prefix; firstName: string; lastName: string; email: string; mobile: string };

type Making = { actorId: string; ip: string; now: Date; passwordHash: string };

/**
 * Makes the accounts of people whom staff invite. Their links are mailed by `invite`. A registration that nobody has
 * proved may be a stranger's, and becomes the account of the person.
 *
 * @param passwordHash that of a password which nobody knows (`unknownPassword`).
 * @returns their ids by email address; without those whose address has an account already.
 */
export async function makeInvited(
  tx: Tx,
  people: readonly Newcomer[],
  { actorId, ip, now, passwordHash }: Making,
): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const some of inParts(people)) {
    const accounts = await tx
      .insertInto('account')
      .values(
        some.map(({ prefix, firstName, lastName, email, mobile }) => ({
          ...{ prefix, firstName, lastName, email, mobile },
          ...{ passwordHash, createdAt: now, invitedAt: now },
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet((e) => ({
            prefix: e.ref('excluded.prefix'),
            firstName: e.ref('excluded.firstName'),
            lastName: e.ref('excluded.lastName'),
            mobile: e.ref('excluded.mobile'),
            passwordHash: e.ref('excluded.passwordHash'),
            invitedAt: e.ref('excluded.invitedAt'),
          }))
          .where(isUnproved),
      )
      .returning(['id', 'email'])
      .execute();
    for (const { id, email } of accounts) made.set(email, id);
  }
  await forgetCodes(tx, [...made.values()]);
  const action = { actorId, action: 'account.invite', ip };
  await appendAudits(
    tx,
    [...made.values()].map((id) => ({ ...action, subject: { kind: 'account', id } })),
  );
  return made;
}
