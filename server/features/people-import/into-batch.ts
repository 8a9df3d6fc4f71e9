import { type Layout, type ListRow, valuesIn } from './lay-out.ts';
import { plainTitle } from './rules.ts';

type List = { layout: Layout; list: ListRow[] };

/**
 * Writes a batch into the rows of a list that name no course, or its course without a batch. A list without a column of
 * courses or batches gets one, so that staff see and correct these cells like all others. Where staff have to choose
 * such a column first, nothing is written.
 */
export function intoBatch(read: List, batch: { code: string; courseTitle: string } | undefined): List {
  const { layout, list } = read;
  if (!batch || layout.doubts.some(({ key }) => key === 'course' || key === 'batch')) return read;
  const titles = [...layout.titles];
  const columnOf = (meaning: 'course' | 'batch', title: string) => {
    const column = layout.columns[meaning];
    return column ?? titles.push(title) - 1;
  };
  const columns = { ...layout.columns, course: columnOf('course', 'Course'), batch: columnOf('batch', 'Batch') };
  const remarks = [`Rows without a course are for batch ${batch.code} of ${batch.courseTitle}.`, ...layout.remarks];
  const placed = list.map((row) => {
    const { course, batch: named } = valuesIn(layout, row).values;
    const isFor = named.trim() === '' && ['', plainTitle(batch.courseTitle)].includes(plainTitle(course));
    if (!isFor) return row;
    const cells = Array.from({ length: Math.max(titles.length, row.cells.length) }, (_, n) => row.cells[n] ?? '');
    cells[columns.course] = batch.courseTitle;
    cells[columns.batch] = batch.code;
    return { ...row, cells };
  });
  return { layout: { ...layout, titles, columns, remarks }, list: placed };
}
