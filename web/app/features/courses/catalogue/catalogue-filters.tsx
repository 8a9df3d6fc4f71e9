import { type FormEvent, useId } from 'react';
import { Form, useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { formatNames } from '../course-format.ts';
import type { Course } from '../wire.ts';

/** What the catalogue is narrowed to, as in its URL. */
export type Narrowed = {
  q?: string | undefined;
  category?: string | undefined;
  format?: Course['format'] | undefined;
};

/**
 * Search, category and format of the catalogue. A choice applies at once; without scripts, with the button. The form is
 * a plain GET, so that its state stands in the URL.
 */
export function CatalogueFilters({ narrowed, categories }: { narrowed: Narrowed; categories: readonly string[] }) {
  const navigate = useNavigate();
  const formats = Object.entries(formatNames);

  function narrow(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void navigate(paths.coursesOf(Object.fromEntries(new FormData(event.currentTarget)) as Narrowed));
  }

  return (
    <Form
      action={paths.courses}
      onSubmit={narrow}
      className="mb-8 flex flex-wrap items-end gap-x-3 gap-y-4"
      role="search"
    >
      <div className="flex w-full min-w-0 items-end gap-3 md:w-auto md:flex-1">
        <SearchBox key={narrowed.q} label="Search courses" defaultValue={narrowed.q} />
        <Button type="submit" tone="navy">
          Search
        </Button>
      </div>
      <Choice
        label="Category"
        name="category"
        any="All categories"
        value={narrowed.category}
        options={categories.map((name) => [name, name])}
      />
      <Choice label="Format" name="format" any="All formats" value={narrowed.format} options={formats} />
    </Form>
  );
}

type ChoiceProps = {
  label: string;
  name: string;
  any: string;
  value: string | undefined;
  options: readonly (readonly string[])[];
};

function Choice({ label, name, any, value = '', options }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 basis-36 md:max-w-60">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <select
          key={value}
          id={id}
          name={name}
          defaultValue={value}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
          className="control appearance-none truncate pr-10"
        >
          <option value="">{any}</option>
          {options.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-soft" />
      </div>
    </div>
  );
}
