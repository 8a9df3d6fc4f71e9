// What other features, and commands, may use of this one.

export { getProofs, type Proofs } from './evidence-queries.ts';
export { evidenceReport } from './evidence-report.ts';
export { type Fact, facts, moment, none, reportPage, section, table } from './report-parts.ts';
