import type { DocumentKind } from '@fairlead/contract/wallet/wallet-kinds';
import { kindGroupNames, profileKinds } from '@fairlead/contract/wallet/wallet-words';
import { useState } from 'react';
import { Link } from 'react-router';
import { wordsIn } from '../../lib/format/words.ts';
import { Button } from '../../ui/button.tsx';
import { FocusFirst } from '../../ui/forms/focus-first.tsx';
import { useFormState } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { profileUrl } from './profile-url.ts';

type PickerProps = {
  /** In the order in which they are shown. */
  kinds: readonly DocumentKind[];
  kind: DocumentKind | undefined;
  onChoose: (kind: DocumentKind | undefined) => void;
  /** Whether the person has a profile, to whose fields its documents lead. */
  hasProfile: boolean;
  isConnected: boolean;
};

/**
 * The kind of a document, from one list that is searched by words: those of the profile are in it and lead there. The
 * form sends the code as `kind`.
 */
export function KindPicker({ kinds, kind, onChoose, hasProfile, isConnected }: PickerProps) {
  // the list and what was chosen take each other's place, and the focus
  const [wasUsed, setWasUsed] = useState(false);
  const Box = wasUsed ? FocusFirst : 'div';
  const choose = (chosen: DocumentKind | undefined) => {
    setWasUsed(true);
    onChoose(chosen);
  };
  return (
    <>
      <input type="hidden" name="kind" value={kind?.code ?? ''} />
      {kind ? (
        <Box key="chosen" className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{kind.title}</span>{' '}
            <span className="text-sm text-soft">{kindGroupNames[kind.group]}</span>
          </p>
          <Button tone="plain" size="small" onClick={() => choose(undefined)}>
            Choose another document
          </Button>
        </Box>
      ) : (
        <Box key="list">
          <KindList kinds={kinds} onChoose={choose} hasProfile={hasProfile} isConnected={isConnected} />
        </Box>
      )}
    </>
  );
}

const ofProfile = Object.entries(profileKinds) as [keyof typeof profileKinds, string][];

function KindList({ kinds, onChoose, hasProfile, isConnected }: Omit<PickerProps, 'kind'>) {
  const [typed, setTyped] = useState('');
  const { errors } = useFormState();
  const words = wordsIn(typed.toLowerCase());
  const isMatch = (...texts: string[]) => words.every((word) => texts.join(' ').toLowerCase().includes(word));
  const theirs = ofProfile.filter(([code, title]) => isMatch(title, code, inProfile));
  const others = kinds.filter(({ code, title, group }) => isMatch(title, code, kindGroupNames[group]));
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Document"
        name="search"
        type="search"
        autoComplete="off"
        hint="Search, or choose from the list"
        error={errors.kind}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // it takes the only match, and does not send the form
          event.preventDefault();
          const [only, ...further] = others;
          if (only && further.length === 0 && theirs.length === 0) onChoose(only);
        }}
        required
      />
      <ul
        aria-label="Kinds of documents"
        className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {theirs.map(([code, title]) => (
          <li key={`profile ${code}`}>
            {isConnected ? (
              <Link to={profileUrl(code, hasProfile)} className={row}>
                <Named title={title} note={inProfile} />
              </Link>
            ) : (
              <button type="button" disabled className={`${row} text-soft`}>
                <Named title={title} note={inProfile} />
              </button>
            )}
          </li>
        ))}
        {others.map((kind) => (
          <li key={kind.code}>
            <button type="button" className={row} onClick={() => onChoose(kind)}>
              <Named title={kind.title} note={kindGroupNames[kind.group]} />
            </button>
          </li>
        ))}
      </ul>
      {theirs.length + others.length === 0 && (
        <p role="status" className="text-soft">
          No kind of document has these words.
        </p>
      )}
    </div>
  );
}

const inProfile = 'In your profile';
const row = 'flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 px-3 py-1.5 text-left hover:bg-sunken';

function Named({ title, note }: { title: string; note: string }) {
  return (
    <>
      <span className="font-medium wrap-anywhere">{title}</span> <span className="text-sm text-soft">{note}</span>
    </>
  );
}
