// What other features, and commands, may use of this one.

export { checkWholeLogs, type LogFlaw } from './check-logs.ts';
