// What other features, and commands, may use of this one.

export { listMessages } from './queries.ts';
export { removeMessages } from './remove-messages.ts';
