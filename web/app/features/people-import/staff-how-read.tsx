import { type ImportMeaning, importMeanings, meaningWords } from '@fairlead/contract/people-import/calls';
import { columnName } from '@fairlead/contract/values/columns';
import { Link } from 'react-router';
import { staffPaths } from '../../lib/staff-paths.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { Card } from '../../ui/layout.tsx';
import { chooseColumns, type ImportLayout, type PeopleImport, refetchImport } from './import-api.ts';

const unused = '-';
const meanings = [
  { value: unused, label: 'Not used' },
  ...importMeanings.map((value) => ({ value, label: meaningWords[value] })),
];
const orders = [
  { value: unused, label: 'Not chosen yet' },
  { value: 'day', label: 'The day first: 31/12/1990' },
  { value: 'month', label: 'The month first: 12/31/1990' },
];

/** How a list was read: its sheet, what its headings were understood as, and what staff have to choose. */
export function HowRead({ table }: { table: PeopleImport }) {
  const { layout } = table;
  if (!layout) return null;
  const open = [...layout.doubts, ...layout.dates.filter(({ order }) => order === null)];
  const left = layout.headings.flatMap(({ title, meaning }, n) =>
    meaning === null ? [title ? `${columnName(n)} ‘${title}’` : columnName(n)] : [],
  );
  const facts = [left.length > 0 && `Not used: ${left.join(', ')}.`, ...layout.remarks].filter(Boolean);
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg">How the list was read</h2>
      {open.map(({ message }) => (
        <Alert key={message} tone="warn">
          {message}
        </Alert>
      ))}
      <Sheets layout={layout} isOpen={table.confirmedAt === null} />
      {facts.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-soft wrap-anywhere">
          {facts.map((fact) => (
            <li key={String(fact)}>{fact}</li>
          ))}
        </ul>
      )}
      {table.confirmedAt === null && (
        <details open={open.length > 0}>
          <summary className="cursor-pointer font-semibold">Choose the columns</summary>
          <Choice table={table} layout={layout} />
        </details>
      )}
    </Card>
  );
}

/** The sheet that was read, and the others, of which staff upload the workbook again to read one. */
function Sheets({ layout: { sheet, otherSheets }, isOpen }: { layout: ImportLayout; isOpen: boolean }) {
  if (sheet === null) return null;
  return (
    <div className="flex flex-col gap-2 wrap-anywhere">
      <p className="text-soft">
        The sheet ‘{sheet}’ was read.
        {otherSheets.length > 0 && ' The workbook also has:'}
      </p>
      {otherSheets.length > 0 && (
        <ul aria-label="Other sheets" className="flex flex-col gap-1">
          {otherSheets.map(({ name, isHidden }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-3">
              <span>
                ‘{name}’{isHidden && <span className="text-soft"> (hidden)</span>}
              </span>
              {isOpen && (
                <Link to={staffPaths.importSheet(name)} className="text-link hover:underline">
                  Upload again and read this sheet<span className="sr-only"> {name}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Choice({ table, layout }: { table: PeopleImport; layout: ImportLayout }) {
  const { headings, doubts, dates } = layout;
  /** What a doubt proposes: the first of its columns. */
  const proposed = new Map(doubts.map(({ meaning, columns: [first] }) => [first, meaning]));
  async function save(form: FormData) {
    await chooseColumns(table.id, {
      columns: headings.flatMap((_, column) => {
        const meaning = String(form.get(`column-${column}`));
        return meaning === unused ? [] : [{ meaning: meaning as ImportMeaning, column }];
      }),
      dates: dates.flatMap(({ meaning }) => {
        const order = String(form.get(`order-${meaning}`));
        return order === 'day' || order === 'month' ? [{ meaning, order } as const] : [];
      }),
    });
    await refetchImport();
  }
  return (
    <Form onSubmit={save} check={check} failure="Failed to read the list again.">
      <div className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {headings.map(({ title, meaning }, column) => (
          <SelectField
            key={columnName(column)}
            label={`${columnName(column)}: ${title || 'without a heading'}`}
            name={`column-${column}`}
            options={meanings}
            defaultValue={meaning ?? proposed.get(column) ?? unused}
          />
        ))}
        {dates.map(({ meaning, order }) => (
          <SelectField
            key={meaning}
            label={`Dates of ${meaningWords[meaning]}`}
            name={`order-${meaning}`}
            options={orders}
            defaultValue={order ?? unused}
          />
        ))}
      </div>
      <SubmitButton tone="plain">Read the list by these columns</SubmitButton>
    </Form>
  );
}

/** Two columns cannot have one meaning. */
function check(form: FormData): Record<string, string> {
  const seen = new Map<string, string>();
  const errors: Record<string, string> = {};
  for (const [name, value] of form.entries()) {
    const meaning = String(value);
    if (!name.startsWith('column-') || meaning === unused) continue;
    if (seen.has(meaning)) errors[name] = 'Another column has this meaning already.';
    seen.set(meaning, name);
  }
  return errors;
}
