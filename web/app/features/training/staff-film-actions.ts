import { type FilmText, training } from '@fairlead/contract/training';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Film, TrainingSet } from './wire.ts';

// What staff do to the films of a course. Each gives the server's word, and has every list of films read anew, also
// after a refusal: what was changed meanwhile by somebody else is then on the screen.

export const renameFilm = ({ id }: Film, title: string): Promise<string> =>
  thenReadAnew(call(training.renameFilm, { params: { id }, body: { title } }));

export const removeFilm = ({ id }: Film): Promise<string> =>
  thenReadAnew(call(training.removeFilm, { params: { id } }));

/** `wanted` are the set's films in their new order; refused when they are no longer as they stand in `set`. */
export const reorderFilms = ({ id, films }: TrainingSet, wanted: readonly Film[]): Promise<string> =>
  thenReadAnew(call(training.reorderFilms, { body: { trainingId: id, seen: idsOf(films), wanted: idsOf(wanted) } }));

const idsOf = (films: readonly Film[]) => films.map(({ id }) => id);

/** Puts another film, which was sent in pieces, in the place of one. */
export const replaceFilm = ({ id }: Film, upload: string): Promise<string> =>
  thenReadAnew(call(training.replaceFilmByUploaded, { params: { id }, body: { upload } }));

/** Puts captions or a transcript to a film, in the place of those in the same language. */
export const attachText = ({ id }: Film, form: FormData): Promise<string> =>
  thenReadAnew(call(training.attachText, { params: { id }, form }));

export const removeText = ({ id }: Film, { kind, language }: FilmText): Promise<string> =>
  thenReadAnew(call(training.removeText, { params: { id, kind, language } }));

async function thenReadAnew(sent: Promise<{ message: string }>): Promise<string> {
  try {
    return (await sent).message;
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['training'] });
  }
}
