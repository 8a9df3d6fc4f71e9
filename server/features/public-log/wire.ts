import type { LogEntry } from '@fairlead/contract/public-log';
import type { Stored } from '../../platform/chain/chain.ts';

/** An entry as anybody may see it: never its salt, nor what it is a digest of. */
export const toLogEntry = ({ index, at, content: [kind, subject], digest, hash }: Stored): LogEntry => ({
  index,
  at: at.toISOString(),
  kind: kind as LogEntry['kind'],
  subject: subject ?? '',
  digest,
  hash,
});
