import type { MailServerInput, MailSettings } from '@fairlead/contract/academy/mail-server';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Queryable, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { decryptText, encryptText, keyFor } from '../../platform/keys/encrypted-text.ts';
import type { MailServer } from '../../platform/mail/post.ts';
import { Away } from '../../platform/outage.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Config } from '../../settings/config.ts';
import { isThisMachine } from '../../settings/environment.ts';
import { findSettings, getAcademy, getSender } from './queries.ts';
import { lockSettings, ofAcademy } from './save-settings.ts';

type Entered = NonNullable<MailSettings['server']>;

const keyOf = ({ secrets }: Pick<Config, 'secrets'>) => keyFor(secrets.vault, 'mail server');
/** The password belongs to this server and user: moved to another row, it cannot be read. */
const contextOf = ({ host, port, encryption, user }: Omit<Entered, 'hasPassword'>) =>
  JSON.stringify([host, port, encryption, user]);

async function findEntered(db: Queryable): Promise<{ server: Entered; sealedPassword: string | null } | undefined> {
  const set = await findSettings(db);
  if (!set?.mailHost || !set.mailPort || !set.mailEncryption) return undefined;
  const { mailHost: host, mailPort: port, mailEncryption: encryption, sealedMailPassword: sealedPassword } = set;
  return {
    server: { host, port, encryption, user: set.mailUser ?? '', hasPassword: sealedPassword !== null },
    sealedPassword,
  };
}

/** How emails leave, and their sender. The password is not among it. */
export async function getMailSettings(
  db: Queryable,
  config: Pick<Config, 'academyDefaults' | 'mail'>,
): Promise<MailSettings> {
  const { smtpUrl } = config.mail;
  const { sendsEmail } = await getAcademy(db, config);
  return {
    delivery: sendsEmail ? 'server' : 'files',
    from: await getSender(db, config),
    operator: smtpUrl ? new URL(smtpUrl).host : null,
    server: (await findEntered(db))?.server ?? null,
  };
}

/**
 * The mail server that takes the emails of now: the operator's, otherwise the one that an administrator has entered,
 * with which a connection is always encrypted, except within this machine. Undefined where there is neither.
 *
 * @throws Away when the stored password cannot be read, since it was encrypted with another vault secret.
 */
export async function findMailServer(
  db: Queryable,
  config: Pick<Config, 'mail' | 'secrets'>,
): Promise<MailServer | undefined> {
  const { smtpUrl, smtpTls } = config.mail;
  if (smtpUrl) return { smtpUrl, smtpTls };
  const entered = await findEntered(db);
  if (!entered) return undefined;
  const { server, sealedPassword } = entered;
  const password = sealedPassword === null ? '' : passwordIn(config, server, sealedPassword);
  const url = new URL(`${server.encryption === 'tls' ? 'smtps' : 'smtp'}://${server.host}:${server.port}`);
  const login = server.user ? `${encodeURIComponent(server.user)}:${encodeURIComponent(password)}@` : '';
  return {
    smtpUrl: `${url.protocol}//${login}${url.host}`,
    smtpTls: isThisMachine(url.href) ? 'opportunistic' : 'required',
  };
}

function passwordIn(config: Pick<Config, 'secrets'>, server: Entered, sealed: string): string {
  try {
    return decryptText(keyOf(config), sealed, contextOf(server));
  } catch (error) {
    const advice = 'Enter it again under Settings.';
    throw new Away(`The password of the mail server was stored with another vault secret. ${advice}`, { cause: error });
  }
}

type By = { actorId: string; ip: string };

/**
 * Saves the mail server. A password is never sent to another server than the one for which it was entered: without one,
 * the stored one is kept only where host, port, encryption and user are the same.
 *
 * @throws AppError `conflict` where the operator has named a mail server, `invalid` where the password or its user is
 *   missing.
 */
export async function saveMailServer(
  { db, config, changes }: Platform,
  { password, ...input }: MailServerInput,
  { actorId, ip }: By,
): Promise<void> {
  if (config.mail.smtpUrl) throw setByOperator();
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const before = await findEntered(tx);
    if (password !== '' && input.user === '') {
      const message = 'Enter the user of this password';
      throw new AppError('invalid', message, { fields: { user: message } });
    }
    const isSame = before !== undefined && contextOf(before.server) === contextOf(input);
    const isKept = password === '' && input.user !== '';
    if (isKept && !(isSame && before.server.hasPassword)) {
      const message = 'Enter the password: it belongs to one server and user, and is not sent to another';
      throw new AppError('invalid', message, { fields: { password: message } });
    }
    const sealed = password === '' ? null : encryptText(keyOf(config), password, contextOf(input));
    await tx
      .updateTable('academySettings')
      .set({
        mailHost: input.host,
        mailPort: input.port,
        mailEncryption: input.encryption,
        mailUser: input.user,
        ...(!isKept && { sealedMailPassword: sealed }),
        mailTestedAt: null,
      })
      .execute();
    const { hasPassword: _, ...from } = before?.server ?? { hasPassword: false };
    const details = { from: before ? from : null, to: input, hasNewPassword: sealed !== null };
    await appendAudit(tx, { actorId, action: 'settings.mail-server', subject: ofAcademy, details, ip });
    await changes.record(tx, 'public-pages');
  });
}

/**
 * Removes the mail server and its password: emails become files again. Idempotent.
 *
 * @throws AppError `conflict` where the operator has named a mail server.
 */
export async function removeMailServer({ db, config, changes }: Platform, { actorId, ip }: By): Promise<void> {
  if (config.mail.smtpUrl) throw setByOperator();
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const before = await findEntered(tx);
    if (!before) return;
    const none = { mailHost: null, mailPort: null, mailEncryption: null, mailUser: null, sealedMailPassword: null };
    await tx
      .updateTable('academySettings')
      .set({ ...none, mailTestedAt: null })
      .execute();
    const details = { from: { host: before.server.host }, to: null };
    await appendAudit(tx, { actorId, action: 'settings.mail-server', subject: ofAcademy, details, ip });
    await changes.record(tx, 'public-pages');
  });
}

const setByOperator = () =>
  new AppError('conflict', 'The operator has set the mail server as SMTP_URL. It can be changed only there.');
