import { type Course, courses } from '@fairlead/contract/courses/calls';
import { validityInWords } from '@fairlead/contract/values/validity-words';
import { type Column, tableOf } from '../../platform/tables/export.ts';
import { heldToInWords } from './course-rules/rules.ts';

const columns: Column<Course>[] = [
  ['Title', ({ title }) => title],
  ['Category', ({ category }) => category],
  ['Duration', ({ duration }) => duration],
  ['Price in rupees', ({ price }) => price],
  ['Active', ({ isActive }) => isActive],
  ['Validity in months', ({ validityMonths }) => validityMonths],
  ['Highest playback speed', ({ highestSpeed }) => highestSpeed],
  ['Subjects', ({ subject }) => subject.join('; ')],
  ['Regulations', ({ regulations }) => regulations],
  ['Description', ({ description }) => description],
  ['Created', ({ createdAt }) => new Date(createdAt)],
  ['Updated', ({ updatedAt }) => new Date(updatedAt)],
  ['Format', ({ format }) => format],
  ['Taught by', ({ taughtBy }) => taughtBy],
  ['Counts replaced videos watched aboard', ({ replacedAboard }) => replacedAboard === 'counts'],
  ['Certifies', ({ rule }) => rule.qualification],
  ['Held to', ({ rule }) => heldToInWords(rule)],
  ['Validity', ({ rule }) => validityInWords(rule)],
  ['Approval', ({ rule }) => rule.approval],
  ['Approved until', ({ rule }) => rule.approvalUntil],
  ['Draft', ({ isDraft = false }) => isDraft],
  ['Approval number', ({ rule }) => rule.approvalNumber],
];

/** The courses as a table. */
export const courseTables = [tableOf(courses.list, ({ data }) => data, columns)];
