import { useState } from 'react';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { FilmIcon } from '../../../ui/icons.tsx';
import { UncreditedFilm } from '../player/uncredited-film.tsx';
import type { Film } from '../wire.ts';

/**
 * The button that shows staff a film with its captions, if there is something to play. Nothing of it is credited to
 * anybody.
 */
export function FilmPreview({ film }: { film: Film }) {
  const { id, title, url } = film;
  if (!url) return null;
  return (
    <DialogButton
      label={
        <>
          <FilmIcon /> Preview
        </>
      }
      size="small"
      describedBy={`film-${id}`}
      title={title}
      className="max-w-4xl!"
    >
      {() => <Preview film={{ ...film, url }} />}
    </DialogButton>
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
