/** What checks a badge and shows the answer: one part, which is loaded only when somebody checks one. */
export { codeSources } from '../code-sources.ts';
export { BadgeAnswerView } from './badge-answer.tsx';
export { checkBadgeFile } from './check-badge.ts';
