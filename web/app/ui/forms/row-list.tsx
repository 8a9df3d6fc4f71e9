import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { ArrowDownIcon, ArrowUpIcon, PlusIcon, TrashIcon } from '../more-icons.tsx';
import { useFormState } from './form.tsx';

type RowListProps<T> = {
  /** The name prefix of the rows' fields: 'subjects', for the fields 'subjects.0' and so on. */
  name: string;
  /** The initial values of the rows; an added row starts empty. */
  initial: readonly T[];
  /** The text of the button that adds a row. */
  add: string;
  most?: number;
  className?: string;
  /** The current values of a row. With this function, rows can be duplicated and moved. */
  copyOf?: (index: number) => T | undefined;
  /**
   * Renders a row: its index from 0, its initial values, and its remove button, which is missing when only one row is
   * left.
   */
  children: (row: { index: number; initial: T | undefined; remove: ReactNode }) => ReactNode;
};

type Entry<T> = { key: number; initial: T | undefined };

/** A form section with any number of rows of the same kind, at least one. */
export function RowList<T>({ name, initial, add, most = 500, className, copyOf, children }: RowListProps<T>) {
  const [entries, setEntries] = useState<Entry<T>[]>(() =>
    initial.length > 0 ? initial.map((one, key) => ({ key, initial: one })) : [{ key: 0, initial: undefined }],
  );
  const nextKey = useRef(entries.length);
  const [focused, setFocused] = useState<number>();
  const { busy, forgetBelow } = useFormState();

  function addOne() {
    const key = nextKey.current++;
    setEntries([...entries, { key, initial: undefined }]);
    setFocused(key);
  }

  function remove(key: number) {
    const index = entries.findIndex((entry) => entry.key === key);
    const left = entries.filter((entry) => entry.key !== key);
    setEntries(left);
    setFocused(left[Math.min(index, left.length - 1)]?.key);
    forgetBelow(name);
  }

  function duplicate(index: number) {
    const key = nextKey.current++;
    setEntries(entries.toSpliced(index + 1, 0, { key, initial: copyOf?.(index) }));
    setFocused(key);
    forgetBelow(name);
  }

  /** Rows keep their content; only the names of their fields change with their index. */
  function move(index: number, by: 1 | -1) {
    const moved = entries[index];
    if (!moved || !entries[index + by]) return;
    setEntries(entries.toSpliced(index, 1).toSpliced(index + by, 0, moved));
    setFocused(moved.key);
    forgetBelow(name);
  }

  const arrange = (index: number) =>
    copyOf && (
      <>
        <IconButton label="Move up (Alt+Up)" disabled={busy || index === 0} onClick={() => move(index, -1)}>
          <ArrowUpIcon />
        </IconButton>
        <IconButton
          label="Move down (Alt+Down)"
          disabled={busy || index === entries.length - 1}
          onClick={() => move(index, 1)}
        >
          <ArrowDownIcon />
        </IconButton>
        <Button tone="quiet" size="small" disabled={busy || entries.length >= most} onClick={() => duplicate(index)}>
          Duplicate
        </Button>
      </>
    );

  return (
    <div className={cx('flex flex-col', className ?? 'gap-4')}>
      {entries.map(({ key, initial: start }, index) => (
        <Row
          key={key}
          focused={focused === key}
          onFocused={() => setFocused(undefined)}
          onMove={copyOf && ((by) => move(index, by))}
        >
          {children({
            index,
            initial: start,
            remove: (copyOf || entries.length > 1) && (
              <span className="flex flex-wrap items-center gap-1">
                {arrange(index)}
                {entries.length > 1 && (
                  <Button tone="quiet" size="small" disabled={busy} onClick={() => remove(key)}>
                    <TrashIcon /> Remove
                  </Button>
                )}
              </span>
            ),
          })}
        </Row>
      ))}
      {entries.length < most && (
        <Button tone="plain" size="small" className="self-start" disabled={busy} onClick={addOne}>
          <PlusIcon /> {add}
        </Button>
      )}
    </div>
  );
}

type RowProps = {
  focused: boolean;
  onFocused: () => void;
  onMove: ((by: 1 | -1) => void) | undefined;
  children: ReactNode;
};

/** Moves the focus into a row that was added, or that has taken the place of a removed one. */
function Row({ focused, onFocused, onMove, children }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focused) return;
    row.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    onFocused();
  }, [focused, onFocused]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields have the focus; this handles events that bubble up
    <div
      ref={row}
      onKeyDown={(event) => {
        if (!event.altKey || !onMove || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      {children}
    </div>
  );
}
