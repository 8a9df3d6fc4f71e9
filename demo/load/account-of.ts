import type { Platform } from '../../server/platform/platform.ts';

/** The account with an email address, or the first with a role. */
export const accountOf = ({ db }: Pick<Platform, 'db'>, column: 'email' | 'role', value: string) =>
  db
    .selectFrom('account')
    .select('id')
    .where(column, '=', value as never)
    .orderBy('id')
    .executeTakeFirstOrThrow();

/**
 * By whom, and from where, the administrator's part of the story is carried out: by commands and not by calls, since
 * the administrator may have a password of their own.
 */
export const byAdmin = async (platform: Pick<Platform, 'db'>) => {
  const { id: actorId } = await accountOf(platform, 'role', 'admin');
  return { actorId, ip: '127.0.0.1' };
};
