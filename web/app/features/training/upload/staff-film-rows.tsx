import { useEffect, useRef, useState } from 'react';
import { formatSize } from '../../../lib/format/file-size.ts';
import { newId } from '../../../lib/new-id.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { FileInput } from '../../../ui/forms/file-input.tsx';
import { useFormState } from '../../../ui/forms/form.tsx';
import { useDragOrder } from '../../../ui/lists/drag-order.ts';
import { Mover } from '../../../ui/lists/mover.tsx';
import { PlusIcon, TrashIcon } from '../../../ui/more-icons.tsx';
import { movedTo } from '../films/film-order.ts';

type Row = { id: string; file: File | undefined };

const emptyRow = (file?: File): Row => ({ id: newId(), file });
const nameOf = (file: File | undefined) => file?.name ?? 'the empty row';
/** The field name of a row, which contains its index. */
const fieldOf = (index: number) => `videos.${index}`;

type FilmRowsProps = { most: number; maxBytes: number };

/** The films to upload, in the order in which they are watched; several can be chosen at once. */
export function FilmRows({ most, maxBytes }: FilmRowsProps) {
  const [rows, setRows] = useState<Row[]>(() => [emptyRow()]);
  const [said, say] = useState('');
  const { busy, forgetBelow } = useFormState();
  const list = useRef<HTMLOListElement>(null);
  const drag = useDragOrder((from, to) => move(rows[from]?.id ?? '', to));

  function change(next: Row[]) {
    setRows(next);
    forgetBelow('videos');
  }

  function move(id: string, to: number) {
    const moved = rows.find((row) => row.id === id);
    change(movedTo(rows, id, to));
    say(`${nameOf(moved?.file)} is now number ${to + 1} of ${rows.length}.`);
  }

  /** The first of several chosen films stays in its row, the others get new rows behind it. */
  function choose(index: number, [first, ...more]: File[]) {
    const chosen = rows.with(index, { ...(rows[index] as Row), file: first });
    change(chosen.toSpliced(index + 1, 0, ...more.map((file) => emptyRow(file))).slice(0, most));
  }

  function remove(index: number) {
    change(rows.toSpliced(index, 1));
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[Math.min(index, rows.length - 2)]?.focus());
  }

  return (
    <div className="flex flex-col gap-4">
      <ol ref={list} aria-label="Videos" className="flex flex-col divide-y divide-line">
        {rows.map(({ id, file }, index) => (
          <li
            key={id}
            {...drag.row(index)}
            className="flex flex-wrap items-start gap-x-3 gap-y-2 py-4 first:pt-0 data-over:bg-sunken"
          >
            {rows.length > 1 && (
              <div className="sm:mt-7">
                <Mover
                  title={nameOf(file)}
                  place={{ index, count: rows.length }}
                  busy={busy}
                  onMove={(to) => move(id, to)}
                  handle={drag.handle(index)}
                />
              </div>
            )}
            <FilmField index={index} file={file} maxBytes={maxBytes} onChoose={(files) => choose(index, files)} />
            {rows.length > 1 && (
              <Button
                tone="quiet"
                size="small"
                className="sm:mt-8"
                disabled={busy}
                aria-label={`Remove ${nameOf(file)}`}
                onClick={() => remove(index)}
              >
                <TrashIcon /> Remove
              </Button>
            )}
          </li>
        ))}
      </ol>
      {rows.length < most && (
        <Button
          tone="plain"
          size="small"
          className="self-start"
          disabled={busy}
          onClick={() => change([...rows, emptyRow()])}
        >
          <PlusIcon /> Add Video
        </Button>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

type FilmFieldProps = {
  index: number;
  file: File | undefined;
  maxBytes: number;
  onChoose: (files: File[]) => void;
};

function FilmField({ index, file, maxBytes, onChoose }: FilmFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // The row's state holds the film; it is copied into the input, since the form reads the input.
  useEffect(() => {
    const control = input.current;
    if (!control || (control.files?.length === (file ? 1 : 0) && control.files?.[0] === file)) return;
    const transfer = new DataTransfer();
    if (file) transfer.items.add(file);
    control.files = transfer.files;
  }, [file]);
  const tooLarge = file && file.size > maxBytes;
  return (
    <Field
      label={`Video ${index + 1}`}
      name={fieldOf(index)}
      className="min-w-0 flex-1 basis-64"
      hint={file && `${formatSize(file.size)}`}
      error={tooLarge ? `This video is too large. The limit is ${formatSize(maxBytes)}.` : undefined}
    >
      {(control) => (
        <FileInput
          {...control}
          ref={input}
          accept="video/*"
          multiple
          says={file?.name}
          onChange={({ currentTarget }) => onChoose([...(currentTarget.files ?? [])])}
        />
      )}
    </Field>
  );
}
