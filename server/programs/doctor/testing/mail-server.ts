import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listen } from '../../../testing/listen.ts';

/** What a stand-in for a mail server has seen. */
export type MailServerStandIn = { host: string; senders: string[]; taken: number; close: () => Promise<void> };

/**
 * A mail server on this machine that takes the password `right`, and emails for everybody but `nobody@…`. It notes the
 * senders that it was asked about, and counts the emails that it took.
 */
export async function mailServerStandIn(options: SMTPServerOptions = {}): Promise<MailServerStandIn> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      done(password === 'right' ? null : new Error('wrong password'), { user: 'a' }),
    onMailFrom: ({ address }, _session, done) => {
      standIn.senders.push(address);
      done();
    },
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody@') ? new Error('no such mailbox') : null),
    onData: (stream, _session, done) =>
      void stream.resume().on('end', () => {
        standIn.taken += 1;
        done();
      }),
    ...options,
  });
  server.on('error', () => {});
  const { port, close } = await listen(server.server);
  const standIn: MailServerStandIn = { host: `127.0.0.1:${port}`, senders: [], taken: 0, close };
  return standIn;
}
