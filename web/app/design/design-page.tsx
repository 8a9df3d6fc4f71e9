import '../staff.css';
import { Width } from '../ui/layout.tsx';
import css from '../ui/styles/tokens.css?raw';
import { Lists, Questions } from './lists.tsx';
import { Buttons, Fields, Messages, Sheets, Shelf, Type, Waiting } from './parts.tsx';
import { contrast, pairs, tokensIn } from './tokens.ts';

const tokens = tokensIn(css);
type Theme = 'light' | 'dark';

export const meta = () => [{ title: 'Design' }];

/** Every UI component in every state, and the design tokens with their contrast in both themes. Development only. */
export default function DesignPage() {
  return (
    <>
      <Width className="py-10">
        <h1 className="text-3xl">Design</h1>
      </Width>
      <div className="grid lg:grid-cols-2">
        <Theme theme="light" />
        <Theme theme="dark" />
      </div>
    </>
  );
}

function Theme({ theme }: { theme: Theme }) {
  return (
    <div style={{ colorScheme: theme }} className="flex min-w-0 flex-col gap-10 bg-paper p-5 text-ink">
      <h2 className="text-2xl">By {theme === 'light' ? 'day' : 'night'}</h2>
      <Colours theme={theme} />
      <Ratios theme={theme} />
      <Type />
      <Buttons />
      <Messages />
      <Waiting />
      <Sheets />
      <Fields />
      <Lists />
      <Questions />
    </div>
  );
}

function Colours({ theme }: { theme: Theme }) {
  return (
    <Shelf title="Colours">
      <ul className="grid gap-3 sm:grid-cols-2">
        {tokens.map((token) => (
          <li key={token.name} className="flex items-center gap-3 text-sm">
            <span className="size-10 shrink-0 rounded-md border border-line" style={{ background: token[theme] }} />
            {token.name} {token[theme]}
          </li>
        ))}
      </ul>
    </Shelf>
  );
}

function Ratios({ theme }: { theme: Theme }) {
  return (
    <Shelf title="Contrast of what meets">
      <ul className="flex flex-col gap-2 text-sm">
        {pairs.map(([text, ground, least]) => (
          <li key={`${text} ${ground}`} className="flex items-center gap-3">
            <span
              className="rounded-md border border-line px-3 py-2"
              style={{ color: `var(--color-${text})`, background: `var(--color-${ground})` }}
            >
              {text} on {ground}
            </span>
            {contrast(tokens, theme, text, ground).toFixed(1)} of {least}
          </li>
        ))}
      </ul>
    </Shelf>
  );
}
