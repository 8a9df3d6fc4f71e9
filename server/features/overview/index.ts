// What other features, and commands, may use of this one.

export { evidenceReport } from './evidence/evidence-report.ts';
export { getProofs, type Proofs } from './evidence/queries.ts';
export { type Fact, facts, moment, none, reportPage, section, table } from './evidence/report-parts.ts';
