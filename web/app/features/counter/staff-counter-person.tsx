import { accounts } from '@fairlead/contract/accounts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/calls/api-client.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { RadioGroup } from '../../ui/forms/choice-fields.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { MobileField } from '../accounts/mobile-field.tsx';
import { NameFields } from '../accounts/name-fields.tsx';
import { personOf } from '../accounts/people/wire.ts';

/** Milliseconds after the last key before a search is sent, and how many of its finds are shown. */
const [settledAfter, shown] = [250, 8];

/** Somebody at the counter: found among the people of the academy, or new. */
export type AtCounter = { id: string; name: string } | 'new' | undefined;

const peopleQuery = (q: string) => ({
  queryKey: ['people', 'at the counter', q],
  queryFn: async () => (await call(accounts.listApproved, { query: { q, limit: shown } })).map(personOf),
  enabled: q.length > 1,
  placeholderData: keepPreviousData,
});

const kinds = [
  { value: 'known', label: 'Has an account' },
  { value: 'new', label: 'Is new here' },
];

type CounterPersonProps = {
  /** Whether the reader may make accounts. */
  mayMake: boolean;
  onPerson: (person: AtCounter) => void;
};

/** The person: one who is searched by name or email, or the fields of a new account. */
export function CounterPerson({ mayMake, onPerson }: CounterPersonProps) {
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      {mayMake && (
        <RadioGroup
          legend="The person"
          name="kind"
          options={kinds}
          initial="known"
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.value === 'new';
            setIsNew(chosen);
            onPerson(chosen ? 'new' : undefined);
          }}
        />
      )}
      {isNew ? (
        <>
          <NameFields />
          <TextField label="Email" name="email" type="email" autoComplete="off" hint="For the invitation" required />
          <MobileField />
        </>
      ) : (
        <KnownPerson onPerson={onPerson} />
      )}
    </>
  );
}

function KnownPerson({ onPerson }: Pick<CounterPersonProps, 'onPerson'>) {
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim(), settledAfter);
  const { data: people = [], isError, isSuccess, refetch } = useQuery(peopleQuery(q));
  return (
    <div className="flex flex-col gap-4">
      <SearchBox
        label="Search by name or email"
        name="search"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          onPerson(undefined);
        }}
      />
      {isError && <ListFailure sentence="Failed to load people." retry={() => void refetch()} />}
      {q.length > 1 && isSuccess && people.length === 0 && <p role="status">Nobody matches “{q}”.</p>}
      {q.length > 1 && people.length > 0 && (
        <RadioGroup
          // other finds: nobody is chosen any more
          key={people.map(({ id }) => id).join()}
          legend="Found"
          name="personId"
          options={people.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` }))}
          onChange={({ currentTarget }) => onPerson(people.find(({ id }) => id === currentTarget.value))}
        />
      )}
    </div>
  );
}
