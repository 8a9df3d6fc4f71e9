import { useId } from 'react';
import {
  aboardNow,
  bytesOf,
  isAboard,
  isWithoutFiles,
  type Pack,
  useAboard,
} from '../../lib/device/aboard/aboard-now.ts';
import { formatSize } from '../../lib/format/file-size.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import type { Route } from './+types/aboard-page.ts';
import { RemoveAll } from './aboard-trouble.tsx';
import { KeepQuestion } from './keep-question.tsx';
import { LoadFile } from './load-file.tsx';
import { PinSection } from './pin-section.tsx';
import { isLinkWanted, useQueue } from './queue-now.ts';
import { sizeName } from './size-words.ts';
import { useKept } from './use-storage.ts';
import { WifiOnly } from './wifi-only.tsx';

export const meta: Route.MetaFunction = (page) => titled('Courses Aboard', page);

const restart = () => void import('./pack-queue.ts').then(({ restartQueue }) => restartQueue());

/** The courses that the person has taken aboard on this device, how far each is, and the space that is left. */
export default function AboardPage() {
  const known = useAboard();
  const { packs, unreadable, state } = known;
  const canOpen = state !== 'locked' && state !== 'unreadable' && state !== 'unavailable';
  return (
    <>
      <PageHeader title="Courses Aboard" actions={canOpen && !packs.some(isReadyForFile) && <LoadFile />}>
        Courses on this device, which you can watch without internet.
      </PageHeader>
      {state === 'gone' && (
        <Alert tone="warn" className="mb-6">
          This browser has deleted the courses that were on this device. Take them aboard again while you have internet.
        </Alert>
      )}
      {state === 'locked' && (
        <Alert
          tone="info"
          className="mb-6"
          action={
            <div className="flex flex-wrap gap-3">
              <LinkButton to={paths.openAboard} tone="plain" size="small">
                Enter PIN
              </LinkButton>
              <RemoveAll />
            </div>
          }
        >
          Your courses on this device are locked. Enter your PIN to open them, or remove them if you have forgotten it.
        </Alert>
      )}
      {packs.length === 0 && unreadable.length === 0 && canOpen && (
        <EmptyState title="No courses aboard" action={<LinkButton to={paths.userCourses}>My Courses</LinkButton>}>
          Open a course and choose Take aboard, before you leave port.
        </EmptyState>
      )}
      {packs.length > 0 && (
        <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
          <ul aria-label="Courses" className="flex min-w-0 flex-col gap-4">
            {packs.map((pack) => (
              <li key={pack.courseId}>
                <PackCard pack={pack} />
              </li>
            ))}
          </ul>
          <div className="flex flex-col gap-6">
            <DeviceCard />
            <PinSection />
          </div>
        </div>
      )}
    </>
  );
}

function PackCard({ pack }: { pack: Pack }) {
  const known = useAboard();
  const named = useId();
  const { there, all } = bytesOf(known, pack);
  const isThere = isAboard(known, pack);
  const { loading, failures } = useQueue();
  const hasFailed = failures[pack.courseId] !== undefined;
  const isReady = isReadyForFile(pack);
  const unready = pack.films.filter(({ media }) => media === null).length;
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={named} className="min-w-0 text-lg wrap-anywhere">
          {pack.courseTitle}
        </h2>
        <PackState pack={pack} isThere={isThere} />
      </div>
      {isWithoutFiles(pack) && (
        <p className="text-soft">
          {isReady
            ? 'Its pages are on this device. Load its videos from a file, on a stick or the ship’s share.'
            : 'Its pages are being downloaded. Its videos come from a file.'}
        </p>
      )}
      {isThere && (
        <p className="text-soft">
          {sizeName(pack.lines)} · {formatSize(all)}
        </p>
      )}
      {!isThere && !isWithoutFiles(pack) && (
        <ProgressBar
          percent={Math.floor((there * 100) / all)}
          label={`${formatSize(there)} of ${formatSize(all)} (${sizeName(pack.lines)})`}
        />
      )}
      {unready > 0 && (
        <p className="text-sm text-soft">
          {unready === 1 ? '1 video was' : `${unready} videos were`} not ready when you took the course aboard.
        </p>
      )}
      <PackTrouble pack={pack} />
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton to={paths.courseContent(pack.courseId)} tone="plain" size="small" aria-describedby={named}>
          Launch
        </LinkButton>
        {isReady && !isThere && !loading.includes(pack.courseId) && <LoadFile describedBy={named} />}
        {!isThere && !isReady && !hasFailed && (
          <Button
            tone="plain"
            size="small"
            aria-describedby={named}
            onClick={() => void import('./take-aboard.ts').then(({ pausePack }) => pausePack(pack, !pack.isPaused))}
          >
            {pack.isPaused ? 'Continue' : 'Pause'}
          </Button>
        )}
        <ConfirmAction
          label="Remove"
          size="small"
          describedBy={named}
          title="Remove from this device?"
          text={`${formatSize(there)} will be free. What you have watched is not lost. To watch without internet again, you have to download the course again.`}
          confirm="Remove"
          failure="The course was not removed."
          act={async () => {
            await (await import('./take-aboard.ts')).removePack(pack);
            return 'Removed from this device.';
          }}
        />
      </div>
    </Card>
  );
}

/** Whether a course waits for its file only. */
const isReadyForFile = ({ source, build, courseKey }: Pack): boolean =>
  source === 'file' && build !== null && courseKey !== null;

/** The state of a course in a few words. */
function PackState({ pack, isThere }: { pack: Pack; isThere: boolean }) {
  const { current, loading, failures, isFull, isLost } = useQueue();
  if (isThere) return <Badge tone="good">Aboard</Badge>;
  if (failures[pack.courseId]) return <Badge tone="bad">Failed</Badge>;
  if (loading.includes(pack.courseId)) return <Badge tone="info">Loading</Badge>;
  if (isReadyForFile(pack) && isWithoutFiles(pack)) return <Badge tone="info">Ready for a file</Badge>;
  if (isReadyForFile(pack)) return <Badge tone="warn">Not complete</Badge>;
  if (pack.isPaused) return <Badge tone="plain">Paused</Badge>;
  if (isFull) return <Badge tone="warn">No space</Badge>;
  if (current !== pack.courseId) return <Badge tone="plain">Waiting</Badge>;
  return isLost ? <Badge tone="warn">No connection</Badge> : <Badge tone="info">Downloading</Badge>;
}

/** Why a course does not go on, and what to do. */
function PackTrouble({ pack }: { pack: Pack }) {
  const { failures } = useQueue();
  const failure = failures[pack.courseId];
  if (!failure) return null;
  if (isReadyForFile(pack)) return <Alert>{failure}</Alert>;
  return <ListFailure sentence={failure} retry={restart} />;
}

/** The space of this browser, and by which link courses are downloaded. */
function DeviceCard() {
  const { packs } = useAboard();
  const { isFull } = useQueue();
  const isSafe = useKept(packs);
  const used = packs.reduce((sum, pack) => sum + bytesOf(aboardNow(), pack).there, 0);
  return (
    <Card className="flex flex-col gap-4 p-5">
      <h2 className="text-lg">This device</h2>
      {isFull && (
        <ListFailure
          sentence="This browser gives no more space, or the disk of this device is full. What is downloaded stays. Free some space on the device, or remove a course."
          retry={restart}
        />
      )}
      <p>{formatSize(used)} used by your courses.</p>
      <p className="text-sm text-soft">
        {isSafe
          ? 'This browser has agreed to keep your courses until you remove them.'
          : 'This browser may delete your courses when the device runs out of space. To make this less likely, install this site as an app and open it often.'}
      </p>
      <KeepQuestion />
      <WifiOnly onChange={restart} />
      {!isLinkWanted() && <Alert tone="info">The download waits for Wi-Fi.</Alert>}
    </Card>
  );
}
