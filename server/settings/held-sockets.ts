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
