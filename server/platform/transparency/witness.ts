import type { Verifier } from '@fairlead/contract/signed-note';

/** A witness of the log: its key, and the URL below which it receives checkpoints (c2sp.org/tlog-witness). */
export type Witness = { verifier: Verifier; url: string };
