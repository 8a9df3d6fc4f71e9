import { mostNews, PublicTexts, publicTexts } from '@fairlead/contract/academy/public-texts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';

export const publicTextsQuery = queryOptions({
  queryKey: ['academy', 'texts'],
  queryFn: async () => (await call(publicTexts.get)).data,
});

const places = Array.from({ length: mostNews }, (_, place) => place);

/** An item of news without day and text is none. */
function textsIn(form: FormData): PublicTexts {
  const items = places.map((place) => ({
    day: textOf(form, `day.${place}`),
    text: textOf(form, `text.${place}`).trim(),
  }));
  return {
    home: textOf(form, 'home'),
    about: textOf(form, 'about'),
    news: items.filter(({ day, text }) => day !== '' || text !== ''),
  };
}

/** Each item that is begun needs both. */
const halves = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    places.flatMap((place) => {
      const [day, text] = [textOf(form, `day.${place}`), textOf(form, `text.${place}`).trim()];
      if ((day === '') === (text === '')) return [];
      return [day === '' ? [`day.${place}`, 'Enter the day'] : [`text.${place}`, 'Enter a text']];
    }),
  );

/** The form for the texts and the news of the public pages. */
export function PublicTextsForm() {
  const { data } = useSuspenseQuery(publicTextsQuery);
  return (
    <Form
      key={JSON.stringify(data)}
      onSubmit={async (form) => {
        toast((await call(publicTexts.save, { body: textsIn(form) })).message);
        await queryClient.invalidateQueries({ queryKey: publicTextsQuery.queryKey });
      }}
      check={(form) => {
        const found = halves(form);
        return Object.keys(found).length > 0 ? found : fieldErrors(PublicTexts, textsIn(form));
      }}
      failure="Failed to save the texts."
    >
      <TextArea label="Home page, below the welcome" name="home" rows={3} defaultValue={data.home} />
      <TextArea
        label="About"
        name="about"
        rows={8}
        hint="A blank line begins a new paragraph."
        defaultValue={data.about}
      />
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-3 font-semibold">News</legend>
        {places.map((place) => (
          <div key={place} className="grid items-start gap-4 sm:grid-cols-[12rem_1fr]">
            <DateField
              label={`Day, item ${place + 1}`}
              name={`day.${place}`}
              defaultValue={data.news[place]?.day ?? ''}
            />
            <TextField
              label={`Text, item ${place + 1}`}
              name={`text.${place}`}
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
