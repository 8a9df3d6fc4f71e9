import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { shrinkPicture, UnreadablePicture } from '../../lib/device/shrink-picture.ts';
import { formatSize } from '../../lib/format/file-size.ts';
import { FileImage, FileLink } from '../file-link.tsx';
import { DocumentIcon } from '../icons.tsx';
import { Field, type FieldProps } from './field.tsx';
import { FileInput } from './file-input.tsx';

type FileFieldProps = FieldProps & {
  /**
   * The accepted types for the browser's file dialog: 'image/*,application/pdf'. It is only a filter; the content
   * decides.
   */
  accept: string;
  /** The stored file, shown until another one is chosen. */
  existing?: { filename: string; url: string } | null | undefined;
} & Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'type' | 'accept'>;

/** A file field with a preview of a chosen picture; large pictures are scaled down before upload. */
export function FileField({ label, name, hint, error, className, existing, onChange, ...input }: FileFieldProps) {
  const [chosen, setChosen] = useState<File[]>([]);
  const [unreadable, setUnreadable] = useState<string>();
  const latest = useRef<FileList | null>(null);

  async function take(control: HTMLInputElement) {
    const files = control.files;
    latest.current = files;
    setUnreadable(undefined);
    try {
      const smaller = await Promise.all([...(files ?? [])].map(shrinkPicture));
      if (latest.current !== files) return; // another file was chosen meanwhile
      if (smaller.some((file, i) => file !== files?.[i])) control.files = listOf(smaller);
      setChosen(smaller);
    } catch (problem) {
      if (!(problem instanceof UnreadablePicture)) throw problem;
      control.value = '';
      setChosen([]);
      setUnreadable(problem.message);
    }
  }

  return (
    <Field label={label} name={name} hint={hint} className={className} error={unreadable ?? error}>
      {(control) => (
        <div className="flex flex-col gap-3">
          <FileInput
            says={chosen.length > 0 || existing ? 'Choose another file' : undefined}
            {...input}
            {...control}
            onChange={(event) => {
              void take(event.currentTarget);
              onChange?.(event);
            }}
          />
          {chosen.map((file) => (
            <Chosen key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />
          ))}
          {chosen.length === 0 && existing && <Existing {...existing} />}
        </div>
      )}
    </Field>
  );
}

function Chosen({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <Preview picture={url}>
      {file.name} <span className="text-soft">({formatSize(file.size)})</span>
    </Preview>
  );
}

function Existing({ filename, url }: { filename: string; url: string }) {
  return (
    <Preview picture={/\.pdf$/i.test(filename) ? undefined : url}>
      <FileLink url={url} className="text-link underline">
        Open the stored file
      </FileLink>
    </Preview>
  );
}

function Preview({ picture, children }: { picture: string | undefined; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 text-sm">
      {picture ? (
        <FileImage url={picture} alt="" className="h-16 w-20 rounded-sm border border-line bg-sunken object-contain" />
      ) : (
        <span className="inline-flex h-16 w-20 items-center justify-center rounded-sm border border-line bg-sunken">
          <DocumentIcon className="size-7 text-soft" />
        </span>
      )}
      <p className="min-w-0 break-words">{children}</p>
    </div>
  );
}

function listOf(files: File[]): FileList {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer.files;
}
