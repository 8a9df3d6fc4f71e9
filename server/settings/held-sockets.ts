import { type AddressInfo, isIP, SocketAddress } from 'node:net';
import { ConfigError } from './environment.ts';

/**
 * The number of sockets that systemd holds for this process (fairlead.socket), so that connections wait while it starts
 * again. They are its descriptors from 3 on, in the order of the unit.
 */
export const heldSockets = ({ LISTEN_PID, LISTEN_FDS }: NodeJS.ProcessEnv): number =>
  Number(LISTEN_PID) === process.pid ? Number(LISTEN_FDS) : 0;

const firstDescriptor = 3;

/** Where a server listens: on one of the sockets that are held, counted from 0, or on its own where there is none. */
export const whereToListen = (
  which: number,
  { held, host, port }: { held: number; host: string; port: number },
): { host: string; port: number; fd?: number } =>
  // of both, Node takes the descriptor
  which < held ? { host, port, fd: firstDescriptor + which } : { host, port };

/** An address as the kernel writes it; of a name, the name. */
function plainAddress(host: string): string {
  if (host === 'localhost') return '127.0.0.1';
  const family = isIP(host);
  return family === 0 ? host : new SocketAddress({ address: host, family: `ipv${family as 4 | 6}` }).address;
}

/**
 * Compares a socket that systemd holds with the settings: after a change of them, it is the one of before.
 *
 * @param portSetting the setting that names its port
 * @throws ConfigError when it is another one
 */
export function requireSameSocket(
  held: Pick<AddressInfo, 'address' | 'port'>,
  { host, port }: { host: string; port: number },
  portSetting: 'PORT' | 'CONTENT_PORT',
): void {
  const refuse = (setting: string, wanted: unknown, has: unknown) => {
    throw new ConfigError(`${setting} is ${wanted}, and fairlead.socket holds ${has}: enter fairlead install`);
  };
  if (held.port !== port) refuse(portSetting, port, `port ${held.port}`);
  if (plainAddress(held.address) !== plainAddress(host)) refuse('HOST', host, held.address);
}
