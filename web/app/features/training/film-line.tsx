import { formatRunningTime, formatSpan } from '../../lib/format/running-time.ts';
import { CheckIcon, DocumentIcon, FilmIcon } from '../../ui/icons.tsx';
import { LockIcon } from '../../ui/more-icons.tsx';
import type { Film } from './wire.ts';

/** A film in one line: its state as a picture and in words, its title, how long it runs. */
export function FilmLine({ film }: { film: Film }) {
  return (
    <>
      <StateIcon film={film} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold break-words">
          {film.serial}. {film.title}
        </span>
        <span className="block text-sm text-soft">
          {film.kind === 'package'
            ? `Package, at least ${formatSpan(film.durationSeconds)}`
            : formatRunningTime(film.durationSeconds)}{' '}
          · {stateOf(film)}
        </span>
        {film.olderVersion && <span className="block text-sm">{olderVersionWords[film.olderVersion]}</span>}
      </span>
    </>
  );
}

const olderVersionWords = {
  not: 'You watched an older version offline. The academy asks you to watch this one.',
  shorter: 'You watched an older version offline. It is shorter than this one, so please watch this one.',
};

function StateIcon({ film }: { film: Film }) {
  if (film.locked) return <LockIcon className="size-5 shrink-0 text-soft" />;
  if (film.completed) return <CheckIcon className="size-5 shrink-0 text-good" />;
  const Icon = film.kind === 'package' ? DocumentIcon : FilmIcon;
  return <Icon className="size-5 shrink-0 text-signal" />;
}

function stateOf({ kind, completed, locked, watchedSeconds, durationSeconds }: Film): string {
  const isPackage = kind === 'package';
  if (completed) return isPackage ? 'Complete' : 'Watched';
  if (locked) return isPackage ? 'Locked: complete what is before it first' : 'Locked: watch the video before it first';
  const percent = Math.floor((watchedSeconds * 100) / durationSeconds);
  if (isPackage) return watchedSeconds > 0 ? 'Begun' : 'Not begun yet';
  return percent > 0 ? `${percent}% watched` : 'Not watched yet';
}
