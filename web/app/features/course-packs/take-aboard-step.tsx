import { choicesOf } from '@fairlead/contract/course-packs/pack-sizes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/calls/api-client.ts';
import { bytesOf, isAboard, isWithoutFiles, type Pack, useAboard } from '../../lib/device/aboard/aboard-now.ts';
import { formatSize } from '../../lib/format/file-size.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialogs/dialog-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { RadioGroup } from '../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { packQuery } from './api.ts';
import { CourseFileButton } from './course-file-button.tsx';
import { KeepQuestion } from './keep-question.tsx';
import { playsPieces } from './pack-links.ts';
import { PinForm } from './pin-form.tsx';
import { sizeName } from './size-words.ts';
import { usePinState } from './use-pin-state.ts';
import { askToKeep } from './use-storage.ts';
import { WifiOnly } from './wifi-only.tsx';

type TakeAboardProps = { courseId: string };

/** A course on this device: how to take it aboard, how far that is, or that it is there. */
export function TakeAboard({ courseId }: TakeAboardProps) {
  const known = useAboard();
  const pack = known.packs.find((one) => one.courseId === courseId);
  if (pack) return <Taken pack={pack} />;
  return (
    <>
      <p className="text-soft">Download this course to this device. Then you can watch it at sea without internet.</p>
      <div className="flex flex-wrap items-center gap-3">
        <DialogButton label="Take aboard" title="Take aboard">
          {(close) => <Choose courseId={courseId} onDone={close} />}
        </DialogButton>
        <CourseFileButton courseId={courseId}>Save as a file for another device</CourseFileButton>
      </div>
    </>
  );
}

function Taken({ pack }: { pack: Pack }) {
  const known = useAboard();
  const { there, all } = bytesOf(known, pack);
  const isThere = isAboard(known, pack);
  return (
    <>
      {isWithoutFiles(pack) && (
        <p className="text-soft">
          {pack.build === null || pack.courseKey === null
            ? 'The pages of this course are being downloaded. Its videos come from a file.'
            : 'The pages of this course are on this device. Load its videos from a file under Courses Aboard.'}
        </p>
      )}
      {isWithoutFiles(pack) ? null : isThere ? (
        <p className="text-soft">
          This course is on this device ({sizeName(pack.lines)}, {formatSize(all)}). You can watch it without internet.
        </p>
      ) : (
        <ProgressBar
          percent={Math.floor((there * 100) / all)}
          label={`${formatSize(there)} of ${formatSize(all)} ${pack.isPaused ? 'downloaded, paused' : 'downloaded'}`}
        />
      )}
      <KeepQuestion />
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton to={paths.aboard} tone="plain">
          Courses Aboard
        </LinkButton>
        <CourseFileButton courseId={pack.courseId}>Save as a file for another device</CourseFileButton>
      </div>
    </>
  );
}

function Choose({ courseId, onDone }: TakeAboardProps & { onDone: () => void }) {
  const { data: pack, error, isPending, refetch } = useQuery(packQuery(courseId));
  const [isLocked, setLocked] = useState(false);
  const { pin, read } = usePinState();
  if (!navigator.serviceWorker?.controller) {
    return (
      <Alert tone="warn">
        This page is not ready to work without internet. Load it again, and then take the course aboard. If this message
        comes back, use another browser.
      </Alert>
    );
  }
  if (pin?.isNeeded && !pin.hasPin) {
    return (
      <div className="flex flex-col gap-4">
        <p>Somebody else has courses on this device too. Set a PIN first, so that only you can open yours.</p>
        <PinForm hasPin={false} shownAs={pin.shownAs} onSaved={read} />
      </div>
    );
  }
  if (isPending || !pin) return <Skeleton className="h-40" />;
  if (!pack) {
    const sentence = messageOf(error, 'The sizes of this course could not be loaded.');
    return <ListFailure sentence={sentence} retry={() => void refetch()} />;
  }
  const choices = choicesOf(pack, playsPieces());
  const [smallest] = choices;
  if (!smallest) {
    return <Alert tone="info">The videos of this course are being prepared. Please try again later.</Alert>;
  }
  const unready = pack.films.filter(({ sizes }) => sizes.length === 0).length;

  async function save(form: FormData) {
    if (!pack) return;
    const size = String(form.get('size'));
    void askToKeep();
    const { takeAboard } = await import('./take-aboard.ts');
    const outcome = await takeAboard(pack, sizeChosen(size));
    if (outcome === 'locked') setLocked(true);
    else onDone();
  }

  return (
    <Form onSubmit={save} failure="The download could not begin.">
      {isLocked && (
        <Alert
          action={
            <LinkButton to={paths.openAboard} size="small" tone="plain">
              Enter PIN
            </LinkButton>
          }
        >
          Enter your PIN first.
        </Alert>
      )}
      <RadioGroup
        legend="Size of the videos"
        name="size"
        initial={`${firstChoice(choices).lines}`}
        options={[
          ...choices.map(({ lines, bytes }) => ({
            value: `${lines}`,
            label: `${sizeName(lines)} · ${formatSize(bytes)}`,
          })),
          { value: 'file', label: 'Only the pages; the videos come from a file' },
        ]}
      />
      <WifiOnly />
      {unready > 0 && (
        <Alert tone="warn">
          {unready === 1 ? '1 video is' : `${unready} videos are`} still being prepared, and will not be on this device.
        </Alert>
      )}
      <p className="text-sm text-soft">
        The course is encrypted on this device. Keep this site open until the download is complete; it continues when
        you open the site again.
      </p>
      <SubmitButton>Take aboard</SubmitButton>
    </Form>
  );
}

/** A size of the form: lines, null for the original, or the course's file. */
function sizeChosen(value: string): number | null | 'file' {
  if (value === 'file') return value;
  return value === 'null' ? null : Number(value);
}

/** The smallest with a picture of at least 240 lines, or else the smallest of all. */
const firstChoice = (choices: ReturnType<typeof choicesOf>) =>
  choices.find(({ lines }) => lines === null || lines >= 240) ?? choices[0] ?? { lines: null };
