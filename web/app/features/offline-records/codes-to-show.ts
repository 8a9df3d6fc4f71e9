// What shows progress as codes, as one part that is loaded when somebody opens them.
export { drawCode } from '../../lib/codes/draw-code.ts';
export { codesOf } from './progress-codes.ts';
