/**
 * What came of caching pages: all are there, the network was lost, the browser gives no more space, or the server has
 * refused one of them, the first of which is named.
 */
export type KeepOutcome =
  | { outcome: 'kept' }
  | { outcome: 'lost' }
  | { outcome: 'full' }
  | { outcome: 'refused'; path: string };
