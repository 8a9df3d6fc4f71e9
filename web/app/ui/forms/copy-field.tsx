import { useRef } from 'react';
import { Button } from '../button.tsx';
import { copiedWords, useCopy } from '../use-copy.ts';
import { Field, type FieldProps } from './field.tsx';

type CopyFieldProps = Omit<FieldProps, 'error'> & { value: string };

/**
 * A read-only text with a button that copies it. Where the browser denies access to the clipboard, the text is
 * selected.
 */
export function CopyField({ value, ...field }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { copied, copy } = useCopy();
  return (
    <Field {...field}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-3">
          <input
            {...control}
            ref={input}
            readOnly
            value={value}
            onFocus={({ currentTarget }) => currentTarget.select()}
            className="control min-w-0 flex-1 basis-52 font-mono text-sm"
          />
          <Button tone="plain" onClick={() => void copy(value, () => input.current?.select())}>
            Copy
          </Button>
          <span role="status" className="text-sm text-soft empty:hidden">
            {copied && copiedWords[copied]}
          </span>
        </div>
      )}
    </Field>
  );
}
