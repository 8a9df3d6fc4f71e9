import { describe, expect, test } from 'vitest';
import type { Remark } from '../../../platform/tables/table.ts';
import { readQuestionTable } from './question-table.ts';

const read = (lines: string[], remarks: Remark[] = []) =>
  readQuestionTable({ rows: lines.map((line, n) => ({ row: n + 1, cells: line.split(',') })), remarks });

describe('a table of questions', () => {
  test('whose option is blank keeps the letters and numbers of the others', () => {
    const { questions } = read([
      'Question,Option 1,Option 2,Option 3,Option 4,Answer',
      'Q,red,,blue,green,C',
      'R,red,,blue,green,3; 4',
    ]);
    expect(questions.map(({ ask }) => [ask.options, ask.correctAnswer ?? ask.correctAnswers])).toEqual([
      [['red', 'blue', 'green'], 'blue'],
      [
        ['red', 'blue', 'green'],
        ['blue', 'green'],
      ],
    ]);
  });

  test('whose options stand in another order goes by their numbers', () => {
    const { questions } = read(['Option 2,Option 1,Question,Answer', 'port,starboard,Green?,1']);
    expect(questions[0]?.ask).toMatchObject({ options: ['starboard', 'port'], correctAnswer: 'starboard' });
  });

  test.each([
    ['Question,Option 1,Option 2,Answer,Text', 'Columns A (‘Question’) and E (‘Text’)'],
    ['Question,Option 1,Option 2,Answer,Answer', 'Columns D (‘Answer’) and E (‘Answer’)'],
    ['Question,Option 1,Option A,Answer,Topic', 'Columns B (‘Option 1’) and C (‘Option A’)'],
  ])('with two columns of one meaning is refused, and names both: %s', (head, columns) => {
    const { questions, problems } = read([head, 'Q,red,blue,1,x']);
    expect(questions).toEqual([]);
    expect(problems).toEqual([{ line: 1, message: `${columns} say the same thing. Leave one of them out.` }]);
  });

  test('names columns that it does not use, and says what the reader remarks', () => {
    const at = { said: '#N/A', refuses: true };
    const remarks = [
      { ...at, row: 2, column: 1, message: 'Cell B2 says #N/A.' },
      { ...at, row: 3, column: 4, message: 'Cell E3 says #N/A.' },
      { row: 3, column: null, said: '', message: 'Row 3 is hidden.', refuses: false },
    ];
    const lines = ['Question,Option 1,Option 2,Answer,Author', 'Q,#N/A,blue,2,A', 'R,red,blue,2,#N/A'];
    expect(read(lines, remarks)).toMatchObject({
      questions: [{ line: 3, text: 'R', notes: ['Row 3 is hidden.'] }],
      problems: [{ line: 2, message: 'Cell B2 says #N/A.' }],
      notes: [{ line: 1, message: 'Column E (‘Author’) is not used.' }],
    });
  });
});
