import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listen } from '../server/testing/listen.ts';

/** A mail server that accepts everything and keeps it in memory. */
export async function startMailServer(port: number) {
  const mails: Email[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () =>
        PostalMime.parse(Buffer.concat(chunks)).then(
          (mail) => {
            mails.push(mail);
            done();
          },
          (error: Error) => done(error),
        ),
      );
    },
  });
  // A killed program resets its connection; any other error is a fault of the test.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') throw error;
  });
  const { close } = await listen(server.server, port);
  return { url: `smtp://127.0.0.1:${port}`, read: async () => mails, close };
}
