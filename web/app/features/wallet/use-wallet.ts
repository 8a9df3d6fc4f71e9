import { useSuspenseQuery } from '@tanstack/react-query';
import { NetworkError } from '../../lib/calls/api-client.ts';
import { useOnline } from '../../lib/device/use-online.ts';
import { type Wallet, walletQuery } from './api.ts';

/** How often the documents are read again while the academy cannot be reached, in milliseconds. */
const againAfter = 30_000;

/**
 * The learner's documents, and whether there is a connection: the device has a network, and the last read reached the
 * academy. Without one they are those that were seen last.
 */
export function useWallet(): Wallet & { isConnected: boolean } {
  const isOnline = useOnline();
  const { data, error } = useSuspenseQuery({
    ...walletQuery,
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.error instanceof NetworkError ? againAfter : false),
  });
  return { ...data, isConnected: isOnline && !(error instanceof NetworkError) };
}
