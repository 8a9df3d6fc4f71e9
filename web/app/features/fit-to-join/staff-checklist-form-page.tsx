import {
  type ChecklistContent,
  type ChecklistRow,
  EditionInput,
  mostCases,
  mostRows,
  NewChecklist,
  type TestCase,
} from '@fairlead/contract/fit-to-join/checklists';
import { flagInWords, rankNames, shipTypeNames } from '@fairlead/contract/fit-to-join/jobs-aboard';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useBrand } from '../../lib/brand.ts';
import { ApiError } from '../../lib/calls/api-client.ts';
import { fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { preload, queryClient } from '../../lib/calls/query-client.ts';
import { dayOf } from '../../lib/format/dates.ts';
import { wordsIn } from '../../lib/format/words.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Checkbox, CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { RowList } from '../../ui/forms/row-list.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextArea, TextField } from '../../ui/forms/text-fields.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/staff-checklist-form-page.ts';
import { atFields, badLines, caseAt, contentIn, gapsInLines, heldInLines, rowAt } from './checklist-draft.ts';
import { flagOptions, rankOptions, shipTypeOptions } from './question-form.tsx';
import { addEdition, checklistQuery, createChecklist, startingChecklistsQuery } from './staff-api.ts';

const title = 'Checklist';

export const meta: Route.MetaFunction = (page) => titled(title, page);

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const id = new URL(request.url).searchParams.get('edition-of');
  await Promise.all([preload(startingChecklistsQuery), id && queryClient.fetchQuery(checklistQuery(id))]);
};

/** The form for a new checklist, or for a new edition of one: `?edition-of=<id>`. */
export default function StaffChecklistFormPage() {
  const [params] = useSearchParams();
  const id = params.get('edition-of');
  return id ? <NewEdition key={id} id={id} /> : <ChecklistForm key="new" />;
}

function NewEdition({ id }: { id: string }) {
  const { data } = useSuspenseQuery(checklistQuery(id));
  // what a colleague saves meanwhile must not change the form: it is refused as stale
  const [opened] = useState(data);
  return <ChecklistForm opened={opened} />;
}

type Opened = { _id: string; name: string; editions: readonly (ChecklistContent & { edition: number })[] };

function ChecklistForm({ opened }: { opened?: Opened }) {
  const { timeZone } = useBrand();
  const navigate = useNavigate();
  const { data: starting } = useSuspenseQuery(startingChecklistsQuery);
  const [today] = useState(() => dayOf(new Date(), timeZone));
  const newest = opened?.editions[0];
  const [draft, setDraft] = useState<{ key: string; content: ChecklistContent | undefined }>({
    key: '',
    content: newest,
  });
  const [fails, setFails] = useState(false);
  const { content } = draft;
  const seen = newest?.edition ?? 0;

  async function save(form: FormData) {
    const input = contentIn(form);
    try {
      const { id, message } = opened
        ? await addEdition(opened._id, { ...input, seen })
        : await createChecklist(textOf(form, 'name'), input);
      toast(message);
      await navigate(staffPaths.checklist(id));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'cases-fail') setFails(true);
      throw error;
    }
  }

  const check = (form: FormData) => ({
    ...atFields(
      opened
        ? fieldErrors(EditionInput, { ...contentIn(form), seen })
        : fieldErrors(NewChecklist, { ...contentIn(form), name: textOf(form, 'name') }),
    ),
    ...badLines(form),
  });

  return (
    <>
      <PageHeader title={opened ? `New edition: ${opened.name}` : 'Create Checklist'} dense>
        {opened
          ? 'Earlier editions stay as they are. People are judged by the edition that applies on the day of joining.'
          : 'The documents that a job aboard requires, with the source of each.'}
      </PageHeader>
      <Form
        onSubmit={save}
        check={check}
        failure="Failed to save the checklist."
        aria-label={title}
        className="max-w-5xl gap-6"
      >
        <Card className="flex flex-col gap-5 p-5 sm:p-6">
          {!opened && (
            <SelectField
              label="Begin with a starting checklist"
              hint="Optional. It fills the form below"
              name="starting"
              value={draft.key}
              placeholder="An empty checklist"
              options={starting.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={({ currentTarget }) => {
                const found = starting.find(({ key }) => key === currentTarget.value);
                if (found) setDraft({ key: found.key, content: found });
              }}
            />
          )}
          <Alert tone="warn">
            <strong>The academy answers for its checklists.</strong> Compare each row with its source before you save.
          </Alert>
        </Card>
        <Card key={`head ${draft.key}`} className="grid gap-5 p-5 sm:grid-cols-2 sm:p-6">
          {!opened && (
            <TextField
              label="Name"
              name="name"
              hint="Such as Ratings on tankers"
              defaultValue={starting.find(({ key }) => key === draft.key)?.name ?? ''}
              required
            />
          )}
          <DateField
            label="Applies from"
            name="appliesFrom"
            hint="Joinings from this day on are judged by it"
            defaultValue={today}
            required
          />
          <TextField
            label="Source"
            name="source"
            hint="Such as the number of a circular"
            defaultValue={content?.source}
            required
          />
          <DateField label="Source read on" name="sourceDate" defaultValue={content?.sourceDate ?? today} required />
          <TextArea
            label="Note"
            name="note"
            hint="What the checklist does not know. Readers of verdicts see it"
            defaultValue={content?.note}
            rows={3}
            className="sm:col-span-2"
          />
        </Card>
        <Rows key={`rows ${draft.key}`} initial={content?.rows ?? []} today={today} />
        <Cases key={`cases ${draft.key}`} initial={content?.cases ?? []} today={today} />
        {fails && (
          <CheckboxField
            label="Save although test cases fail. The list of checklists says so until they pass."
            name="knowingly"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton size="large">{opened ? 'Save Edition' : 'Create Checklist'}</SubmitButton>
          <LinkButton to={opened ? staffPaths.checklist(opened._id) : staffPaths.checklists} tone="plain" size="large">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </>
  );
}

/** The form that surrounds an element, as data. */
const formAround = (element: HTMLElement | null) => new FormData(element?.closest('form') ?? undefined);

function Rows({ initial, today }: { initial: readonly ChecklistRow[]; today: string }) {
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} aria-labelledby="rows" className="flex flex-col gap-3">
      <h2 id="rows" className="text-xl">
        Rows
      </h2>
      <p className="text-soft">What somebody has to hold. One of the codes of a row is enough.</p>
      <RowList
        name="rows"
        initial={initial}
        add="Add a row"
        most={mostRows}
        copyOf={(index) => ({ ...rowAt(formAround(section.current), index), id: '' })}
      >
        {({ index, initial: row, remove }) => <Row index={index} row={row} today={today} remove={remove} />}
      </RowList>
    </section>
  );
}

type RowProps = { index: number; row: ChecklistRow | undefined; today: string; remove: ReactNode };

function Row({ index, row, today, remove }: RowProps) {
  const name = (field: string) => `rows.${index}.${field}`;
  const label = `row ${index + 1}`;
  return (
    <Card role="group" aria-label={`Row ${index + 1}`} className="flex flex-col gap-4 p-4">
      <input type="hidden" name={name('id')} value={row?.id ?? ''} />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1.6fr_0.8fr]">
        <TextField label={`Document, ${label}`} name={name('title')} defaultValue={row?.title} required />
        <TextField
          label={`Codes, ${label}`}
          name={name('anyOf')}
          placeholder="PST, PST-R"
          defaultValue={row?.anyOf.join(', ')}
          required
        />
        <TextField
          label={`Days beyond, ${label}`}
          name={name('daysBeyond')}
          inputMode="numeric"
          title="How many days after the sign-off it has to be valid"
          defaultValue={row?.daysBeyond ? row.daysBeyond : ''}
        />
      </div>
      <Jobs index={index} row={row} />
      <div className="grid gap-4 sm:grid-cols-[3fr_1fr]">
        <TextField label={`Source, ${label}`} name={name('source')} defaultValue={row?.source} required />
        <DateField
          label={`Read on, ${label}`}
          name={name('sourceDate')}
          defaultValue={row?.sourceDate ?? today}
          required
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {remove}
        {row?.id && <span className="text-sm text-soft">Id in test cases: {row.id}</span>}
      </div>
    </Card>
  );
}

const choices = [
  ['ranks', 'Ranks', rankNames],
  ['shipTypes', 'Ships', shipTypeNames],
] as const;

/** For which jobs a row applies: a sentence, which opens into choices. */
function Jobs({ index, row }: Pick<RowProps, 'index' | 'row'>) {
  const [chosen, setChosen] = useState({
    ranks: row?.ranks ?? [],
    shipTypes: row?.shipTypes ?? [],
    flags: row?.flags ?? [],
  } as Record<'ranks' | 'shipTypes' | 'flags', readonly string[]>);
  const set = (which: keyof typeof chosen, values: readonly string[]) => setChosen({ ...chosen, [which]: values });
  const inWords = [
    chosen.ranks.map((one) => rankNames[one as keyof typeof rankNames]).join(', ') || 'all ranks',
    chosen.shipTypes.map((one) => shipTypeNames[one as keyof typeof shipTypeNames]).join(', ') || 'all ships',
    chosen.flags.length > 0 ? `flag of ${chosen.flags.map(flagInWords).join(', ')}` : 'all flags',
  ];
  return (
    <div>
      {(['ranks', 'shipTypes', 'flags'] as const).map((which) => (
        <input key={which} type="hidden" name={`rows.${index}.${which}`} value={chosen[which].join(' ')} />
      ))}
      <Fold summary={`For ${inWords.join('; ')}`} className="text-sm">
        <div className="grid gap-5">
          {choices.map(([which, legend, names]) => (
            <fieldset key={which}>
              <legend className="mb-1 font-semibold">{legend}: none chosen means all</legend>
              <div className="flex flex-wrap gap-x-5 gap-y-1">
                {Object.entries<string>(names).map(([value, text]) => (
                  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in it
                  <label key={value} className="flex min-h-8 items-center gap-2">
                    <Checkbox
                      checked={chosen[which].includes(value)}
                      onChange={({ currentTarget: { checked } }) =>
                        set(which, checked ? [...chosen[which], value] : chosen[which].filter((one) => one !== value))
                      }
                    />
                    {text}
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
          <TextField
            label={`Flags, row ${index + 1}`}
            name={`typed.${index}.flags`}
            hint="Codes of two letters, such as PA, LR. None means all"
            defaultValue={chosen.flags.join(', ')}
            onChange={({ currentTarget }) => set('flags', wordsIn(currentTarget.value.toUpperCase()))}
          />
        </div>
      </Fold>
    </div>
  );
}

function Cases({ initial, today }: { initial: readonly TestCase[]; today: string }) {
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} aria-labelledby="cases" className="flex flex-col gap-3">
      <h2 id="cases" className="text-xl">
        Test cases
      </h2>
      <p className="text-soft">
        Somebody with certain documents, and the gaps that the rows have to find. They run when you save.
      </p>
      <RowList
        name="cases"
        initial={initial}
        add="Add a test case"
        most={mostCases}
        copyOf={(index) => caseAt(formAround(section.current), index)}
      >
        {({ index, initial: one, remove }) => <Case index={index} one={one} today={today} remove={remove} />}
      </RowList>
    </section>
  );
}

type CaseProps = { index: number; one: TestCase | undefined; today: string; remove: ReactNode };

function Case({ index, one, today, remove }: CaseProps) {
  const name = (field: string) => `cases.${index}.${field}`;
  const label = `test case ${index + 1}`;
  return (
    <Card role="group" aria-label={`Test case ${index + 1}`} className="flex flex-col gap-4 p-4">
      <TextField
        label={`Name, ${label}`}
        name={name('name')}
        placeholder="Medical certificate ends a day too early"
        defaultValue={one?.name}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1.4fr_1.2fr_1fr_1fr_1fr]">
        <SelectField
          label={`Rank, ${label}`}
          name={name('rank')}
          defaultValue={one?.rank ?? 'able-seafarer-deck'}
          options={rankOptions}
        />
        <SelectField
          label={`Ship, ${label}`}
          name={name('shipType')}
          defaultValue={one?.shipType ?? 'oil-tanker'}
          options={shipTypeOptions}
        />
        <SelectField
          label={`Flag, ${label}`}
          name={name('flag')}
          defaultValue={one?.flag ?? 'PA'}
          options={flagOptions(one?.flag ?? 'PA')}
        />
        <DateField label={`Joining, ${label}`} name={name('joinsOn')} defaultValue={one?.joinsOn ?? today} />
        <DateField label={`Sign-off, ${label}`} name={name('signsOffOn')} defaultValue={one?.signsOffOn ?? today} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextArea
          label={`Documents, ${label}`}
          name={name('held')}
          hint="One a line: PST 2024-01-10 2029-01-09, or never for the last day"
          defaultValue={one && heldInLines(one.held)}
          rows={4}
        />
        <TextArea
          label={`Gaps, ${label}`}
          name={name('gaps')}
          hint="One a line: medical: runs out, or visa: missing. All else has to be held"
          defaultValue={one && gapsInLines(one.gaps)}
          rows={4}
        />
      </div>
      {remove}
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title={title} failure="Failed to load the checklist." error={error} />;
}
