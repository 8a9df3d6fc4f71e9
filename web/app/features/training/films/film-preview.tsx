import { Dialog } from '../../../ui/dialogs/pane.tsx';
import { FilmCaptions } from '../player/film-captions.tsx';
import type { Film } from '../wire.ts';

/** A film as staff look at it, with its captions, in a window over the page. Nothing of it is credited to anybody. */
export function FilmPreview({ film, open, onClose }: { film: Film; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={film.title} className="max-w-4xl!">
      {film.url && (
        // biome-ignore lint/a11y/useMediaCaption: the rule does not see the captions in a component
        <video src={film.url} controls preload="metadata" className="max-h-[70dvh] w-full rounded-md bg-deep">
          <FilmCaptions texts={film.texts} />
        </video>
      )}
    </Dialog>
  );
}
