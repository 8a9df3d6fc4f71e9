import { useQuery } from '@tanstack/react-query';
import { textOf } from '../../lib/calls/field-errors.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { groupBy } from '../../lib/group-by.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { type Answered, type Eligibility, eligibilityQuery } from './staff-api.ts';
import { Lacking } from './staff-request-parts.tsx';

type Person = { id: string; name: string };
/** People who lack the same for a course. */
type Group = Omit<Eligibility, 'id'> & { people: readonly Person[] };

/** Who of some people lacks what, those who lack the same together; without those who lack nothing. */
function groupsOf(people: readonly Person[], found: readonly Eligibility[]): Group[] {
  const lacks = new Map(found.map(({ id, missing, toCheck }) => [id, { missing, toCheck }]));
  const groups = groupBy(people, ({ id }) => JSON.stringify(lacks.get(id)));
  return [...groups.values()].flatMap((some) => {
    const lack = some[0] && lacks.get(some[0].id);
    return lack && lack.missing.length + lack.toCheck.length > 0 ? [{ ...lack, people: some }] : [];
  });
}

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);

/** What the people lack for a course, and the answers of staff: one for all who lack the same. */
export function Lacks({ courseId, people }: { courseId: string; people: readonly Person[] }) {
  const { data, isError, refetch } = useQuery(eligibilityQuery(courseId, idsOf(people)));
  if (isError) return <ListFailure sentence="Failed to load the missing requirements." retry={() => void refetch()} />;
  if (!data) return <Spinner label="Comparing with what the course requires" />;
  return groupsOf(people, data).map((group, n) => (
    <LackOfGroup key={group.people[0]?.id} group={group} n={n} isAlone={people.length === 1} />
  ));
}

function LackOfGroup({ group, n, isAlone }: { group: Group; n: number; isAlone: boolean }) {
  const { people, missing, toCheck } = group;
  const names = people.map(({ name }) => name).join(', ');
  const them = people.length === 1 ? (people[0]?.name ?? '') : `these ${people.length} people`;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      {!isAlone && <legend className="mb-3 font-semibold wrap-anywhere">{names}</legend>}
      <Lacking eligibility={group} />
      {missing.length > 0 && (
        <TextField
          label={`Reason to enroll ${them} anyway`}
          name={`overrule.${n}`}
          hint={`Such as the certificate of another academy. The audit keeps it. Without a reason, ${them} ${people.length === 1 ? 'is' : 'are'} not enrolled.`}
          maxLength={500}
        />
      )}
      {toCheck.length > 0 && (
        <CheckboxField
          label={`I have checked this in the documents of ${people.length === 1 ? them : `each of ${them}`}.`}
          name={`checked.${n}`}
        />
      )}
    </fieldset>
  );
}

/**
 * The people with what staff have answered for each in the form; without an answer, the server refuses who needs one.
 */
export function answeredIn(form: FormData, courseId: string, people: readonly Person[]): Answered[] {
  const found = queryClient.getQueryData(eligibilityQuery(courseId, idsOf(people)).queryKey) ?? [];
  const answers = new Map(
    groupsOf(people, found).flatMap((group, n) => {
      const overrule = textOf(form, `overrule.${n}`).trim();
      const answer = { ...(overrule && { overrule }), ...(form.has(`checked.${n}`) && { checked: true }) };
      return group.people.map(({ id }) => [id, answer] as const);
    }),
  );
  return people.map(({ id }) => ({ id, ...answers.get(id) }));
}
