import type { LogEntry } from '@fairlead/contract/certificates/public-log';
import type { Stored } from '../../../platform/chain/chain.ts';

/** An entry as anyone may see it: without its salt and without the content of its digest. */
export const toLogEntry = ({ index, at, content: [kind, subject], digest, hash }: Stored): LogEntry => ({
  index,
  at: at.toISOString(),
  kind: kind as LogEntry['kind'],
  subject: subject ?? '',
  digest,
  hash,
});
