import { useState } from 'react';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { UncreditedFilm } from '../player/uncredited-film.tsx';
import type { Film } from '../wire.ts';

/** A film as staff look at it, with its captions, in a window over the page. Nothing of it is credited to anybody. */
export function FilmPreview({ film, open, onClose }: { film: Film; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={film.title} className="max-w-4xl!">
      {open && film.url && <Preview film={{ ...film, url: film.url }} />}
    </Dialog>
  );
}

function Preview({ film }: { film: Film & { url: string } }) {
  const [round, setRound] = useState(0);
  return (
    <section className="film-stage">
      <UncreditedFilm key={round} film={film} autoPlay={false} onRetry={() => setRound(round + 1)} />
    </section>
  );
}
