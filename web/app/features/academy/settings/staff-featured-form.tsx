import { courses, mostFeatured } from '@fairlead/contract/courses/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { textOf } from '../../../lib/calls/field-errors.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { readAll } from '../../../lib/calls/read-all.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { LoadedSection } from './staff-loaded-section.tsx';

type Featured = { chosen: string[]; offered: { value: string; label: string }[] };

/** The courses of the home page, and those among which they are chosen. */
const featuredQuery = queryOptions({
  queryKey: ['courses', 'featured'],
  queryFn: async (): Promise<Featured> => {
    const [chosen, offered] = await Promise.all([
      call(courses.listChosen),
      readAll(courses.listActive, ({ data }) => data.map(({ _id, title }) => ({ value: _id, label: title }))),
    ]);
    const hidden = chosen.data.filter(({ isActive }) => !isActive);
    return {
      chosen: chosen.data.map(({ _id }) => _id),
      offered: [
        ...offered.sort((a, b) => a.label.localeCompare(b.label)),
        // one of a course that is not published keeps its tile, which is shown again with the course
        ...hidden.map(({ _id, title }) => ({ value: _id, label: `${title} (not published)` })),
      ],
    };
  },
});

const none = { value: 'none', label: 'None' };
const places = Array.from({ length: mostFeatured }, (_, place) => `tile.${place}`);
const chosenIn = (form: FormData) => places.map((name) => textOf(form, name)).filter((id) => id !== none.value);

/** The form for the tiles of the home page. */
export function FeaturedForm() {
  const query = useQuery(featuredQuery);
  return <LoadedSection query={query} failure="Failed to load the home page." form={(data) => <Tiles {...data} />} />;
}

function Tiles({ chosen, offered }: Featured) {
  if (offered.length === 0) return <p>Publish a course first.</p>;
  return (
    <Form
      onSubmit={async (form) => {
        toast((await call(courses.chooseFeatured, { body: { courses: chosenIn(form) } })).message);
        await queryClient.invalidateQueries({ queryKey: featuredQuery.queryKey });
      }}
      check={(form) => twiceIn(form)}
      failure="Failed to save the home page."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {places.map((name, place) => (
          <SelectField
            key={name}
            label={`Tile ${place + 1}`}
            name={name}
            options={[none, ...offered]}
            defaultValue={chosen[place] ?? none.value}
          />
        ))}
      </div>
      <SubmitButton className="self-start">Save home page</SubmitButton>
    </Form>
  );
}

/** The second of two tiles with the same course. */
function twiceIn(form: FormData): Record<string, string> {
  const ids = places.map((name) => textOf(form, name));
  const isTwice = (id: string, place: number) => id !== none.value && ids.indexOf(id) < place;
  return Object.fromEntries(
    places.flatMap((name, place) =>
      isTwice(ids[place] ?? '', place) ? [[name, 'This course has a tile already']] : [],
    ),
  );
}
