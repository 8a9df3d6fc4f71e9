import { type CSSProperties, type ReactNode, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FileImage, FileLink } from '../../ui/file-link.tsx';
import { DocumentIcon } from '../../ui/icons.tsx';
import { ArrowLeftIcon, MinusIcon, PlusIcon, RotateIcon } from '../../ui/more-icons.tsx';
import { isPdf, type ShownDocument } from './profile-documents.tsx';

/** How large a picture is shown: 1 is as large as fits. */
const zooms = [1, 1.5, 2, 3, 4] as const;

/** The first document, as large as fits. */
const asItFits = { index: 0, zoom: 0, turns: 0 };

type ViewerProps = {
  /** Whose documents they are. */
  of: string;
  /** The documents of one person. */
  documents: readonly ShownDocument[];
  /** Documents that come next: their pictures are loaded, and not shown. */
  ahead: readonly ShownDocument[];
};

/**
 * Shows the documents of a person one at a time: turned, and enlarged. A PDF opens in the browser's own viewer. Its
 * buttons have the keys of `data-shortcut` where a page takes them (ui/lists/shortcuts.tsx).
 */
export function DocumentViewer({ of, documents, ahead }: ViewerProps) {
  const [view, setView] = useState({ of, ...asItFits });
  // each person's documents start again, and the viewer stays, with the pictures that it has loaded ahead
  const { index, zoom, turns } = view.of === of ? view : asItFits;
  const shown = documents[index] ?? documents[0];
  const level = zooms[zoom] ?? 1;
  const change = (part: Partial<typeof asItFits>) => setView({ of, index, zoom, turns, ...part });
  const show = (next: number) => change({ ...asItFits, index: (next + documents.length) % documents.length });

  const pictures = [...documents, ...ahead].filter(({ file }) => !isPdf(file));
  return (
    <section
      aria-label="Documents"
      className="flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-2 py-1.5">
        <ul className="flex min-w-0 flex-wrap gap-0.5">
          {documents.map(({ kind, label }, i) => (
            <li key={kind}>
              <button
                type="button"
                aria-pressed={i === index}
                onClick={() => show(i)}
                className={cx(
                  'rounded-md px-2 py-1.5 text-sm whitespace-nowrap',
                  i === index ? 'bg-sunken font-semibold text-ink' : 'text-link hover:bg-sunken',
                )}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
        <div className="flex items-center">
          <Tool
            label="Previous document"
            shortcut="ArrowLeft"
            disabled={documents.length < 2}
            onClick={() => show(index - 1)}
          >
            <ArrowLeftIcon />
          </Tool>
          <Tool
            label="Next document"
            shortcut="ArrowRight"
            disabled={documents.length < 2}
            onClick={() => show(index + 1)}
          >
            <ArrowLeftIcon className="rotate-180" />
          </Tool>
          <Tool label="Zoom out" shortcut="-" disabled={zoom === 0} onClick={() => change({ zoom: zoom - 1 })}>
            <MinusIcon />
          </Tool>
          <span className="w-12 text-center text-sm tabular-nums" aria-live="polite">
            {level * 100}%
          </span>
          <Tool
            label="Zoom in"
            shortcut="+"
            disabled={zoom === zooms.length - 1}
            onClick={() => change({ zoom: zoom + 1 })}
          >
            <PlusIcon />
          </Tool>
          <Tool label="Rotate" shortcut="t" onClick={() => change({ turns: (turns + 1) % 4 })}>
            <RotateIcon />
          </Tool>
        </div>
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged picture is moved by the arrow keys
        tabIndex={0}
        aria-label={shown?.title}
        // lower on a phone, so that the name below it is in view
        className="h-[45dvh] overflow-auto sm:h-[60dvh] bg-sunken [container-type:size] xl:h-[calc(100dvh-16rem)]"
      >
        {shown && isPdf(shown.file) && <OpenPdf document={shown} />}
        {pictures.map(({ title, file }) => (
          <div
            // the same element from the time it is loaded ahead, so that nothing is loaded twice
            key={file.url}
            className={file === shown?.file ? 'grid place-items-center' : 'hidden'}
            style={{ width: `${level * 100}cqw`, height: `${level * 100}cqh` }}
          >
            <FileImage url={file.url} alt={title} className="max-w-none object-contain" style={sizeOf(level, turns)} />
          </div>
        ))}
      </section>
    </section>
  );
}

/** A picture that is turned by a quarter is as wide as its place is high. */
function sizeOf(level: number, turns: number): CSSProperties {
  const [width, height] = turns % 2 === 0 ? ['cqw', 'cqh'] : ['cqh', 'cqw'];
  return { width: `${level * 100}${width}`, height: `${level * 100}${height}`, rotate: `${turns * 90}deg` };
}

type ToolProps = { label: string; shortcut: string; disabled?: boolean; onClick: () => void; children: ReactNode };

const Tool = ({ shortcut, ...button }: ToolProps) => (
  <IconButton {...button} data-shortcut={shortcut} className="size-9 text-base disabled:opacity-40" />
);

const OpenPdf = ({ document: { file, title } }: { document: ShownDocument }) => (
  <div className="flex h-full flex-col items-center justify-center gap-3 p-6 text-center">
    <DocumentIcon className="size-14 text-soft" />
    <FileLink
      url={file.url}
      className="button"
      data-tone="plain"
      data-shortcut="o"
      aria-label={`Open the PDF: ${title}`}
    >
      Open the PDF
    </FileLink>
  </div>
);
