import { useRef } from 'react';
import { Button } from './button.tsx';
import { copiedWords, useCopy } from './use-copy.ts';

type Fact = readonly [name: string, value: string];

/** Facts to enter somewhere else, such as a bank account, each with a button that copies it. */
export function CopyFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {facts.map(([name, value]) => (
        <CopyFact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function CopyFact({ name, value }: { name: string; value: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const { copied, copy } = useCopy();
  const select = () => text.current && getSelection()?.selectAllChildren(text.current);
  return (
    <div className="relative py-2 pr-20">
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere">
        <span ref={text}>{value}</span>
        <Button
          tone="plain"
          size="small"
          className="absolute top-1/2 right-0 -translate-y-1/2"
          aria-label={`Copy ${name}`}
          onClick={() => void copy(value, select)}
        >
          Copy
        </Button>
        <span role="status" className="block text-sm font-normal text-soft empty:hidden">
          {copied && copiedWords[copied]}
        </span>
      </dd>
    </div>
  );
}
