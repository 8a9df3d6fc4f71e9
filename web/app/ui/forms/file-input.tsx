import { type ComponentProps, type ReactNode, useId, useReducer, useRef } from 'react';
import { UploadIcon } from '../icons.tsx';

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** Words in place of the names of the chosen files, where those are shown beside it; needed with a `ref`. */
  says?: string | undefined;
};

/**
 * The file input alone; `FileField` also shows what was chosen, and scales pictures down. The browser's own control,
 * which is in the language of the browser, lies unseen over ours: it takes clicks, keys and files that are dropped.
 */
export function FileInput({ onChange, says, ref, ...input }: FileInputProps) {
  const control = useRef<HTMLInputElement>(null);
  const [, show] = useReducer((changes: number) => changes + 1, 0);
  // read on each rendering, since a form also empties the control by script
  const chosen = [...(control.current?.files ?? [])].map(({ name }) => name);
  const action = input.multiple ? 'Choose files' : 'Choose a file';
  return (
    <div className="control file-control">
      <UploadIcon className="text-link" />
      <span aria-hidden="true" className="min-w-0 flex-1 truncate">
        {says ?? (chosen.length > 0 ? chosen.join(', ') : action)}
      </span>
      <input
        {...input}
        ref={ref ?? control}
        type="file"
        onChange={(event) => {
          show();
          onChange?.(event);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
    </div>
  );
}

type SmallFileInputProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & {
  /** Its name for screen readers. */
  label: string;
  error: string | undefined;
  children: ReactNode;
};

/** A file input as a small button, for use in rows; the browser's own control lies unseen over it, as above. */
export function SmallFileInput({ label, error, children, ...input }: SmallFileInputProps) {
  const id = useId();
  return (
    <div className="flex flex-col items-start gap-1.5">
      <div className="file-control relative -ml-2 inline-flex min-h-9 items-center gap-2 rounded-md px-2 text-sm font-semibold text-link hover:underline">
        <UploadIcon />
        <span aria-hidden="true">{children}</span>
        <input
          {...input}
          type="file"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
