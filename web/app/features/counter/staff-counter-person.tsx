import { accounts } from '@fairlead/contract/accounts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/calls/api-client.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Button } from '../../ui/button.tsx';
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
type Found = { id: string; name: string; email: string };

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

/** The search; once somebody is chosen, this person alone, so that nobody else can be taken for them. */
function KnownPerson({ onPerson }: Pick<CounterPersonProps, 'onPerson'>) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Found>();
  const q = useSettled(typed.trim(), settledAfter);
  const { data: people = [], isError, isSuccess, refetch } = useQuery(peopleQuery(q));
  function choose(person: Found | undefined) {
    setChosen(person);
    onPerson(person);
  }
  if (chosen) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p className="wrap-anywhere">
          <strong>{chosen.name}</strong>, {chosen.email}
        </p>
        <Button tone="plain" size="small" autoFocus onClick={() => choose(undefined)}>
          Choose another
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <SearchBox label="Search by name or email" name="search" value={typed} onChange={setTyped} />
      {isError && <ListFailure sentence="Failed to load people." retry={() => void refetch()} />}
      {q.length > 1 && isSuccess && people.length === 0 && <p role="status">Nobody matches “{q}”.</p>}
      {q.length > 1 && people.length > 0 && (
        <ul aria-label="Found" className="flex flex-col items-start gap-2">
          {people.map(({ id, name, email }) => (
            <li key={id} className="max-w-full">
              <Button tone="plain" className="max-w-full wrap-anywhere" onClick={() => choose({ id, name, email })}>
                {name}, {email}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
