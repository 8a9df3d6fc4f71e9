import { mostNews, PublicTexts, publicTexts } from '@fairlead/contract/academy/public-texts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { type FieldErrors, fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { startingTexts } from '../starting-texts.ts';
import { LoadedSection } from './staff-loaded-section.tsx';

const publicTextsQuery = queryOptions({
  queryKey: ['academy', 'texts'],
  queryFn: async () => (await call(publicTexts.get)).data,
});

const places = Array.from({ length: mostNews }, (_, place) => place);

/** What staff have written; a text that is still the one with which the program begins is none of theirs. */
function ownText(form: FormData, name: 'home' | 'about'): string {
  const text = textOf(form, name).replaceAll('\r\n', '\n').trim();
  return text === startingTexts[name] ? '' : text;
}

/** The items of news that are begun, each with its place in the form. */
const itemsIn = (form: FormData) =>
  places
    .map((place) => ({
      place,
      day: textOf(form, `news.${place}.day`),
      text: textOf(form, `news.${place}.text`).trim(),
    }))
    .filter(({ day, text }) => day !== '' || text !== '');

const textsIn = (form: FormData): PublicTexts => ({
  home: ownText(form, 'home'),
  about: ownText(form, 'about'),
  news: itemsIn(form).map(({ day, text }) => ({ day, text })),
});

const blank = { day: 'Enter the day', text: 'Enter a text' };

/** What is wrong, by field: the fields of an item are named by its place, also where those before it are blank. */
function check(form: FormData): FieldErrors {
  const items = itemsIn(form);
  const named = ([name, message]: [string, string]): [string, string] => {
    const [, index, field] = /^news\.(\d+)\.(\w+)$/.exec(name) ?? [];
    if (field === undefined) return [name === 'news' ? `news.${items.at(-1)?.place}.text` : name, message];
    const item = items[Number(index)];
    const isBlank = item?.[field as keyof typeof blank] === '';
    return [`news.${item?.place}.${field}`, isBlank ? blank[field as keyof typeof blank] : message];
  };
  return Object.fromEntries(Object.entries(fieldErrors(PublicTexts, textsIn(form))).map(named));
}

/** The form for the texts and the news of the public pages. */
export function PublicTextsForm() {
  const query = useQuery(publicTextsQuery);
  return (
    <LoadedSection
      query={query}
      failure="Failed to load the texts."
      form={(data) => <Texts key={JSON.stringify(data)} data={data} />}
    />
  );
}

function Texts({ data }: { data: PublicTexts }) {
  return (
    <Form
      onSubmit={async (form) => {
        toast((await call(publicTexts.save, { body: textsIn(form) })).message);
        await queryClient.invalidateQueries({ queryKey: publicTextsQuery.queryKey });
      }}
      check={check}
      failure="Failed to save the texts."
    >
      <TextArea
        label="Home page, below the welcome"
        name="home"
        rows={3}
        defaultValue={data.home || startingTexts.home}
      />
      <TextArea
        label="About"
        name="about"
        rows={8}
        hint="A blank line begins a new paragraph."
        defaultValue={data.about || startingTexts.about}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-3 font-semibold">News</legend>
        {places.map((place) => (
          <div key={place} className="grid items-start gap-4 sm:grid-cols-[12rem_1fr]">
            <DateField
              label={`Day, item ${place + 1}`}
              name={`news.${place}.day`}
              defaultValue={data.news[place]?.day ?? ''}
            />
            <TextField
              label={`Text, item ${place + 1}`}
              name={`news.${place}.text`}
              maxLength={200}
              defaultValue={data.news[place]?.text ?? ''}
            />
          </div>
        ))}
      </fieldset>
      <SubmitButton className="self-start">Save texts</SubmitButton>
    </Form>
  );
}
