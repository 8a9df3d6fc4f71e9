import { expect, it } from 'vitest';
import { analysisCsv } from './analysis-csv.ts';

it('an analysis as CSV has a row for each question, and nothing that a spreadsheet runs', () => {
  const options = ['=1+1', 'Green, or "verde"', 'White', 'Yellow'].map((text, i) => ({
    text,
    correct: i === 1,
    count: i,
  }));
  const figures = { topic: '', asked: 6, right: 1, unanswered: 0, discrimination: null };
  expect(analysisCsv({ questions: [{ text: '@sum', options, ...figures }] })).toBe(
    '\ufeffQuestion,Topic,Asked,Correct,Unanswered,Discrimination,Option 1,Chosen 1,Option 2,Chosen 2,Option 3,Chosen 3,Option 4,Chosen 4\r\n' +
      `'@sum,,6,1,0,,'=1+1,0,"Green, or ""verde"" (right)",1,White,2,Yellow,3\r\n`,
  );
});
