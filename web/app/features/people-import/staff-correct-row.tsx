import { meaningWords } from '@fairlead/contract/people-import/calls';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { correctRow, type ImportLayout, type ImportRow, refetchImport } from './import-api.ts';

/** A cell on one line, as a field shows it: cells of a workbook may have several. */
const onOneLine = (text = '') => text.replace(/[\r\n]+/g, ' ');

/** Corrects the cells of a row in the preview, or leaves the row out. */
export function CorrectRow({ importId, layout, row }: { importId: string; layout: ImportLayout; row: ImportRow }) {
  const fields = layout.headings.flatMap(({ title, meaning }, column) => (meaning ? [{ title, meaning, column }] : []));
  return (
    <FormAction
      label="Correct"
      title={`Correct row ${row.row}`}
      text={
        <>
          {row.reason && <p>{row.reason}</p>}
          <p className="text-soft">
            The file stays as it is. Write dates with the month as a word: 3 Apr 1985. Save once each cell is in its
            place.
          </p>
        </>
      }
      check={() => ({})}
      confirm="Save"
      failure="Failed to correct the row."
      after={refetchImport}
      act={async (form) => {
        const cells = fields.map(({ column }) => ({ column, text: String(form.get(`cell-${column}`) ?? '') }));
        // an empty cell may be what is meant where the file has no value
        const changed = cells.filter(({ column, text }) => text === '' || text !== onOneLine(row.cells[column]));
        await correctRow(importId, { rowId: row.id, isLeftOut: form.has('leftOut'), cells: changed });
        return 'The list is checked again.';
      }}
    >
      {fields.map(({ title, meaning, column }) => (
        <TextField
          key={meaning}
          label={meaningWords[meaning]}
          name={`cell-${column}`}
          defaultValue={onOneLine(row.cells[column])}
          autoComplete="off"
          maxLength={1_000}
          {...(title !== meaningWords[meaning] && { hint: `In the list: ${title}` })}
        />
      ))}
      <CheckboxField label="Leave this row out" name="leftOut" defaultChecked={row.isLeftOut} />
    </FormAction>
  );
}
