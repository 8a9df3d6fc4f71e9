import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { useFormState } from './form.tsx';
import { ArrowDownIcon, ArrowUpIcon, PlusIcon, TrashIcon } from './icons.tsx';

type RowListProps<T> = {
  /** The name that the rows' fields begin with: 'subjects', whose rows hold 'subjects.0' and on. */
  name: string;
  /** What each row starts with; a row that is added starts with nothing. */
  initial: readonly T[];
  /** What the button says that adds one. */
  add: string;
  most?: number;
  className?: string;
  /** What stands in a row now. With it, rows can be duplicated and moved. */
  copyOf?: (index: number) => T | undefined;
  /** A row: its place from 0, what it starts with, and the button that takes it away, which the last one lacks. */
  children: (row: { index: number; initial: T | undefined; remove: ReactNode }) => ReactNode;
};

type Entry<T> = { key: number; initial: T | undefined };

/** Things of one kind in a form, as many as are needed. One at least always remains. */
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

  /** Rows keep what stands in them; only their names change with their places. */
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

/** Takes the focus into a row that was added, or that stands where one was taken away. */
function Row({ focused, onFocused, onMove, children }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focused) return;
    row.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    onFocused();
  }, [focused, onFocused]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields have the focus; this hears what they leave alone
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
