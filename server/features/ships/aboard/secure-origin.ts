import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { TLSSocket } from 'node:tls';
import type { ShipAboard } from '@fairlead/contract/ships/aboard';
import type { FastifyInstance } from 'fastify';
import { answerBeforeRouting } from '../../../platform/http/before-routing.ts';
import type { Platform } from '../../../platform/platform.ts';
import { qrCode } from '../../../platform/qr-code.ts';
import { type OriginState, readOrigin } from './origin-state.ts';

/** How long requests that run at the end of the program may take, in milliseconds; they were waited for before. */
const lastPatience = 1000;

export type SecureOrigin = {
  /** What the page of the ship says of it; null without a host. */
  describe: () => Promise<ShipAboard['origin']>;
};

/**
 * Serves the program of a ship's computer by https too, with the certificate that the academy has sent last. A new one
 * is used from the next connection on. Until the first one comes, nobody is answered by https.
 *
 * Anyone who comes by http to the host of the certificate is led to https: the host has led them here, so that it will
 * do so again. At a number nobody is, since the ship's network may not know the host.
 */
export function openSecureOrigin(app: FastifyInstance, platform: Platform): SecureOrigin {
  const { config, changes, clock } = platform;
  const server = createServer({ handshakeTimeout: 20_000 });
  let state: OriginState | null = null;
  let used: string | undefined;
  /** The port where it listens, once it does. */
  let listensAt: number | undefined;
  let trouble: string | null = null;

  async function refresh(): Promise<void> {
    state = await readOrigin(platform);
    if (!state?.certified || state.certified.pem === used) return;
    const { pem, privateKey } = state.certified;
    server.setSecureContext({ cert: pem, key: privateKey.export({ format: 'pem', type: 'pkcs8' }) });
    used = pem;
  }
  const refreshed = () => refresh().catch((err: unknown) => app.log.error({ err }, 'the certificate cannot be read'));

  const portNow = () => listensAt ?? config.httpsPort;
  const urlOf = (host: string) => `https://${host}${portNow() === 443 ? '' : `:${portNow()}`}`;
  const isValid = ({ certified }: OriginState) => trouble === null && certified !== null && certified.until > clock();

  function leadToHttps(request: IncomingMessage, response: ServerResponse): boolean {
    if ((request.socket as TLSSocket).encrypted || !state || !isValid(state)) return false;
    const { url = '', headers } = request;
    const host = headers.host?.replace(/:\d+$/, '').toLowerCase();
    if (host !== state.host || !url.startsWith('/') || !headers.accept?.includes('text/html')) return false;
    // not for good: a certificate may end before the next one comes
    response.writeHead(302, { location: urlOf(state.host) + url, 'cache-control': 'no-store' }).end();
    return true;
  }

  // in a plugin, so that it comes before the responses that are cached
  app.register(async (inner) => answerBeforeRouting(inner, leadToHttps));
  app.addHook('onRequest', async (request, reply) => {
    // what it would cache for phones is the academy's: its pages are not served here
    if (request.url.split('?')[0] === '/service-worker.js') return reply.code(404).send();
    return undefined;
  });
  app.addHook('onReady', refreshed);
  changes.on('public-pages', refreshed);

  server.on('request', (request, response) => app.server.emit('request', request, response));
  server.on('clientError', (error, socket) => app.server.emit('clientError', error, socket));
  server.on('error', (err: NodeJS.ErrnoException) => {
    trouble = `The encrypted address is not open, since port ${config.httpsPort} cannot be used (${err.code}). Set HTTPS_PORT.`;
    app.log.error({ err }, 'the encrypted address is not open');
  });
  app.addHook('onListen', async () => {
    const { timeout, headersTimeout, requestTimeout, keepAliveTimeout } = app.server;
    Object.assign(server, { timeout, headersTimeout, requestTimeout, keepAliveTimeout });
    await new Promise<void>((resolve) => {
      server.once('listening', resolve).once('error', () => resolve());
      server.listen({ host: config.host, port: config.httpsPort });
    });
    if (server.listening) listensAt = (server.address() as AddressInfo).port;
  });
  app.addHook('preClose', async () => {
    server.close();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), lastPatience).unref();
  });

  return {
    describe: async () => {
      await refreshed();
      if (!state) return null;
      const { host, certified } = state;
      const url = urlOf(host);
      return {
        host,
        url,
        qr: qrCode(url),
        until: certified?.until.toISOString() ?? null,
        isOpen: isValid(state),
        trouble,
        addresses: ownAddresses(),
      };
    },
  };
}

/** The numbers of this computer in its networks (IPv4). */
const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
