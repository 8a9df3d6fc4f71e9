import { useRef, useState } from 'react';
import { Dialog } from '../../../ui/dialogs/pane.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { FilmCaptions } from '../player/film-captions.tsx';
import { sourceOf } from '../player/film-quality.ts';
import { useFilmSource } from '../player/use-film-source.ts';
import type { Film } from '../wire.ts';

/** A film as staff look at it, with its captions, in a window over the page. Nothing of it is credited to anybody. */
export function FilmPreview({ film, open, onClose }: { film: Film; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={film.title} className="max-w-4xl!">
      {open && film.url && <Preview film={{ ...film, url: film.url }} />}
    </Dialog>
  );
}

const ignore = () => {};

function Preview({ film: now }: { film: Film & { url: string } }) {
  // Links that are made again meanwhile must not change a playing source.
  const [film] = useState(now);
  const [failed, setFailed] = useState(false);
  const [fail] = useState(() => () => setFailed(true));
  const video = useRef<HTMLVideoElement>(null);
  const source = sourceOf(film, film.originalPlays ? 'original' : 'auto');
  useFilmSource(video, source, { lowData: false, onStalled: ignore, onFailed: fail });
  return (
    <>
      {failed && <Alert>Failed to load training video</Alert>}
      {/* biome-ignore lint/a11y/useMediaCaption: the rule does not see the captions in a component */}
      <video ref={video} controls preload="metadata" className="max-h-[70dvh] w-full rounded-md bg-deep">
        <FilmCaptions texts={film.texts} />
      </video>
    </>
  );
}
