import { CancelledError } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isRefusal } from '../../lib/calls/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { personNow } from '../../lib/session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { PageSkeleton } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { PracticeLink } from '../courses/practice-link.tsx';
import { OfflineProgress } from '../offline-records/offline-progress.tsx';
import { ProgressUpload } from '../offline-records/progress-upload.tsx';
import { type OfflineRecord, unsentOf } from '../offline-records/record.ts';
import { useRecord } from '../offline-records/use-record.ts';
import { type KnownTraining, refreshTraining, rereadTraining, sendLeftovers } from './api.ts';
import { FilmList } from './film-list.tsx';
import { FilmTitle } from './film-title.tsx';
import { filmIn } from './film-to-open.ts';
import { useFilmsAboard } from './films-aboard.ts';
import { keepPlace, readPlace } from './kept-training.ts';
import { LogInAgain, LoginEnded, useHeldSession } from './login-ended.tsx';
import { PackagePlayer } from './packages/package-player.tsx';
import { AllWatched } from './player/all-watched.tsx';
import { FilmPlayer } from './player/film-player.tsx';
import type { Theatre } from './player/player-controls.tsx';
import { UpNext } from './player/up-next.tsx';
import { type Recorded, unsentSeconds, withRecorded } from './recorded-progress.ts';
import { TrainingEnd, useSubmission } from './training-end.tsx';
import { TrainingProgress } from './training-progress.tsx';
import type { Film, TrainingSet } from './wire.ts';

/**
 * The film to open: the one that a link led to, the last one opened on this device, or else the first that is not
 * watched yet.
 */
function firstChoice({ courseId, films }: TrainingSet, wanted: string | undefined): Film | undefined {
  const led = films.find(({ id, locked }) => id === wanted && !locked);
  if (led) return led;
  const before = films[readPlace(personNow(), courseId)];
  if (before && !before.locked && !before.completed) return before;
  return films.find(({ completed, locked }) => !completed && !locked) ?? before ?? films[0];
}

/** A training, as soon as the record of this device is read: it says which film was begun without a network. */
export function Training({ set }: { set: KnownTraining }) {
  const { record, isUnreadable, reread } = useRecord(set.courseId);
  return record === undefined ? (
    <PageSkeleton />
  ) : (
    <OpenTraining set={set} record={record ?? undefined} isUnreadable={isUnreadable} reread={reread} />
  );
}

type OpenTrainingProps = {
  set: KnownTraining;
  record: OfflineRecord | undefined;
  isUnreadable: boolean;
  /** Reads the record again. */
  reread: () => Promise<void>;
};

/** A course's films in order, the player of the open one, and the step after the last. */
function OpenTraining({ set: known, record, isUnreadable, reread }: OpenTrainingProps) {
  const { courseId } = known;
  const films = useFilmsAboard(
    courseId,
    withRecorded(known.films, (id) => recordedOf(record, id)),
  );
  const set = { ...known, films };
  const { state } = useLocation();
  const wanted = filmIn(state);
  const navigate = useNavigate();
  const [current, setCurrent] = useState(() => ({ id: firstChoice(set, wanted)?.id, autoPlay: false, round: 0 }));
  const index = films.findIndex(({ id }) => id === current.id);
  const film = films[index];
  const { goOn, upNext, isEnd, isOver, stay } = useNextFilm(set, film?.id, reread);
  const login = useHeldSession(record !== undefined && record.withdrawnAt === null);
  const submission = useSubmission(set);
  const [isEndShown, setEndShown] = useState(false);
  const theatre = useTheatre();
  useLeftovers(known);

  function open({ id }: Film, autoPlay: boolean) {
    keepPlace(
      personNow(),
      courseId,
      films.findIndex((one) => one.id === id),
    );
    setCurrent({ id, autoPlay, round: 0 });
    // a reload, or the way back to this page, opens this film, not the one that a link led to
    if (wanted) void navigate('.', { replace: true, preventScrollReset: true, state: null });
  }

  /** With a new link, since the old one may have expired while the page was open. */
  async function loadAgain() {
    await refreshTraining(courseId);
    setCurrent((before) => ({ ...before, autoPlay: false, round: before.round + 1 }));
  }

  return (
    <>
      <PageHeader
        title={set.courseTitle}
        actions={
          <LinkButton tone="plain" size="small" to={paths.courseContent(courseId)}>
            Back to the course
          </LinkButton>
        }
      >
        {set.title !== set.courseTitle && set.title}
      </PageHeader>
      <div className={cx('grid items-start gap-8', !theatre.isOn && 'lg:grid-cols-[2fr_1fr]')}>
        <section aria-label="Video" className="film-stage flex min-w-0 flex-col gap-4">
          {film?.kind === 'package' && !film.locked && !set.fromDevice ? (
            <PackagePlayer
              key={film.id}
              film={film}
              onComplete={() => void refreshTraining(courseId)}
              after={<OpenNext films={films} after={film} onOpen={(next) => open(next, false)} />}
            />
          ) : film?.url ? (
            <FilmPlayer
              key={`${film.id} ${current.round}`}
              film={{ ...film, url: film.url }}
              courseId={courseId}
              autoPlay={current.autoPlay}
              onCredited={() => void refreshTraining(courseId)}
              onEnded={goOn}
              onRetry={() => void loadAgain()}
              theatre={theatre}
              after={
                login.isAsked && isOver ? (
                  <LogInAgain onLater={login.later} />
                ) : upNext ? (
                  <UpNext film={upNext} onPlay={() => open(upNext, true)} onStay={stay} />
                ) : (
                  isEnd && <AllWatched set={set} submission={submission} onStay={stay} onShown={setEndShown} />
                )
              }
            />
          ) : (
            <>
              {set.fromDevice && (
                <Alert tone="info">
                  No connection. This list may be out of date.{' '}
                  {film?.kind === 'package'
                    ? 'A package needs an internet connection.'
                    : 'The video loads when the connection is back.'}
                </Alert>
              )}
              {film && !film.locked && !set.fromDevice && <NotPlayable film={film} />}
              {film && <FilmTitle film={film} />}
            </>
          )}
        </section>
        <aside className="flex flex-col gap-6">
          {login.isEnded && !(login.isAsked && isOver) && <LoginEnded />}
          <TrainingProgress films={films} />
          {/* the card over the film has the same button; its place stays free */}
          <div className={cx(isEndShown && 'invisible')}>
            <TrainingEnd set={set} submission={isEndShown ? { ...submission, failure: undefined } : submission} />
          </div>
          <FilmList films={films} current={current.id} onChoose={(chosen) => open(chosen, false)} />
          <OfflineProgress
            record={record}
            isUnreadable={isUnreadable}
            unsentSeconds={record ? unsentSeconds(known.films, record) : 0}
            courseTitle={set.courseTitle}
          />
          <PracticeLink courseId={courseId} questions={set.practiceQuestions} className="w-full" />
          <p className="text-sm text-soft">
            {films.some(({ kind }) => kind === 'film') &&
              'Each video opens when you have watched the one before it to the end. Only the parts that you play are counted. '}
            {films.some(({ kind }) => kind === 'package') &&
              'A package counts when it reports completion and you have spent its minimum time.'}
          </p>
          <ProgressUpload
            label="Upload progress from a file"
            text="Drop or choose the files that another device has saved. Each counts once."
            after={() => refreshTraining(courseId)}
          />
        </aside>
      </div>
    </>
  );
}

/** What of a film is in the record of this device. */
function recordedOf(record: OfflineRecord | undefined, filmId: string): Recorded | undefined {
  const unsent = record && unsentOf(record, filmId);
  return unsent && { stretches: unsent.stretches, answered: new Set(Object.keys(record.answers)) };
}

/** The way from a package that counts to what follows it. */
function OpenNext({ films, after, onOpen }: { films: readonly Film[]; after: Film; onOpen: (next: Film) => void }) {
  const next = films[films.findIndex(({ id }) => id === after.id) + 1];
  if (!next || next.locked) return null;
  return (
    <Button size="small" onClick={() => onOpen(next)}>
      Next: {next.title}
    </Button>
  );
}

/** Why an open film has nothing to play: browsers do not play it as it was uploaded. */
function NotPlayable({ film }: { film: Film }) {
  return (
    <Alert tone="info">
      {film.preparation
        ? 'This video is being prepared. It opens when it is ready.'
        : 'This video cannot be played at the moment. Please tell the academy.'}
    </Alert>
  );
}

/**
 * What follows the film `id`: `goOn` is to be called when it has ended. As soon as the film counts, which may be later
 * without a network, the film after it is `upNext`, or after the last one it `isEnd`, unless the person chose to
 * `stay`.
 */
function useNextFilm({ courseId, films }: TrainingSet, id: string | undefined, rereadRecord: () => Promise<void>) {
  const [ended, setEnded] = useState<string>();
  const index = films.findIndex((film) => film.id === id);
  const next = films[index + 1];
  const isOver = ended !== undefined && ended === id && films[index]?.completed === true;

  async function goOn() {
    setEnded(id);
    try {
      await rereadTraining(courseId);
    } catch (error) {
      // Not now: without a network, the player shows that, and the next accepted report reloads the list. If the
      // session is over, all queries were cancelled.
      if (!isRefusal(error) && !(error instanceof CancelledError)) throw error;
    }
    await rereadRecord();
  }
  return {
    goOn,
    upNext: isOver && next?.locked === false ? next : undefined,
    isOver,
    isEnd: isOver && !next && films.every(({ completed }) => completed),
    stay: () => setEnded(undefined),
  };
}

/** The last choice stays on the device. */
const theatreKey = 'filmTheatre';

function useTheatre(): Theatre {
  const [isOn, setOn] = useState(() => localStorage.getItem(theatreKey) === 'on');
  return {
    isOn,
    toggle: () => {
      localStorage.setItem(theatreKey, isOn ? 'off' : 'on');
      setOn(!isOn);
    },
  };
}

/** Sends the unsent seconds of an earlier visit, once per visit. */
function useLeftovers(set: KnownTraining) {
  const { courseId, fromDevice } = set;
  const known = useRef(set);
  known.current = set;
  useEffect(() => {
    if (fromDevice) return;
    sendLeftovers(known.current)
      .then((sent) => (sent ? refreshTraining(courseId) : undefined))
      .catch((error: unknown) => {
        // They stay on the device for the next visit, and the page shows what the server has credited.
        if (!isRefusal(error)) throw error;
      });
  }, [courseId, fromDevice]);
}
