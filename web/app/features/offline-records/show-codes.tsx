import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import { progressFile } from './api.ts';

/** Loads what draws codes. A course that is aboard has it without a network. */
export const loadCodesToShow = () => import('./codes-to-show.ts');

/** Shows what is not sent of a course as QR codes, for a phone that has a connection: the file, without a stick. */
export function ShowCodes({ courseId }: { courseId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="plain" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Show as codes
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Progress as Codes">
        <Codes courseId={courseId} />
      </Dialog>
    </>
  );
}

type Drawn = { side: number; path: string };
type Shown = { kind: 'codes'; draw: (text: string) => Drawn; texts: string[] } | { kind: 'none'; why: string };

const tooMuch = 'This is too much for codes. Save your progress as a file.';
const sentMeanwhile = 'The academy has everything that you watched here.';
const failed = 'Failed to make the codes. Save your progress as a file.';

/** The codes of what is not sent now; what is watched later is not in them. */
async function codesToShow(courseId: string): Promise<Shown> {
  const [{ codesOf, drawCode }, file] = await Promise.all([loadCodesToShow(), progressFile(courseId)]);
  if (!file) return { kind: 'none', why: sentMeanwhile };
  const texts = await codesOf(file);
  return texts ? { kind: 'codes', draw: drawCode, texts } : { kind: 'none', why: tooMuch };
}

function Codes({ courseId }: { courseId: string }) {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    codesToShow(courseId).then(setShown, () => setShown({ kind: 'none', why: failed }));
  }, [courseId]);
  if (!shown) return <Spinner label="Making the codes" className="self-center" />;
  if (shown.kind === 'none') return <Alert tone="info">{shown.why}</Alert>;
  return <Series draw={shown.draw} texts={shown.texts} />;
}

/** One code at a time. After the last comes the first, for a reader that has missed one. */
function Series({ draw, texts }: { draw: (text: string) => Drawn; texts: string[] }) {
  const [index, setIndex] = useState(0);
  const count = texts.length;
  const step = (by: number) => setIndex((index + by + count) % count);
  const place = `${index + 1} of ${count}`;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        On a phone with a connection, open this training and choose ‘Read codes’. The academy’s staff can do it too.
        Make this screen bright.
      </p>
      <div className="-mx-3">
        <QrPicture qr={draw(texts[index] ?? '')} label={`QR code ${place}`} wide />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-semibold">
          Code {place}
        </p>
        {count > 1 && (
          <div className="flex gap-3">
            <Button tone="plain" onClick={() => step(-1)}>
              Previous
            </Button>
            <Button ref={focusFirst} onClick={() => step(1)}>
              Next
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** The codes come after the dialog has opened, so the focus moves to the button that goes on. */
const focusFirst = (button: HTMLButtonElement | null) => button?.focus();
