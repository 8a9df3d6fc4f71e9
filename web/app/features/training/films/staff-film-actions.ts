import { training } from '@fairlead/contract/training/calls';
import type { FilmText } from '@fairlead/contract/training/films';
import type { FilmCheck } from '@fairlead/contract/training/presence-checks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import type { Film, TrainingSet } from '../wire.ts';

// Actions of staff on the films of a course. Each returns the server's message and invalidates every list of films,
// also after a refusal, so that the screen then shows changes made by others.

export const renameFilm = ({ id }: Film, title: string): Promise<string> =>
  thenRefetch(call(training.renameFilm, { params: { id }, body: { title } }));

/** Lets visitors watch a film on the course's public page, or ends that. */
export const openToVisitors = ({ id }: Film, open: boolean): Promise<string> =>
  thenRefetch(call(training.openToVisitors, { params: { id }, body: { open } }));

export const removeFilm = ({ id }: Film): Promise<string> => thenRefetch(call(training.removeFilm, { params: { id } }));

/** `wanted` are the set's films in their new order; refused when the stored films differ from those in `set`. */
export const reorderFilms = ({ id, films }: TrainingSet, wanted: readonly Film[]): Promise<string> =>
  thenRefetch(call(training.reorderFilms, { body: { trainingId: id, seen: idsOf(films), wanted: idsOf(wanted) } }));

const idsOf = (films: readonly Film[]) => films.map(({ id }) => id);

/** Replaces a film with an uploaded one. */
export const replaceFilm = ({ id }: Film, upload: string): Promise<string> =>
  thenRefetch(call(training.replaceFilmByUploaded, { params: { id }, body: { upload } }));

/** Adds captions or a transcript to a film, and replaces those in the same language. */
export const attachText = ({ id }: Film, form: FormData): Promise<string> =>
  thenRefetch(call(training.attachText, { params: { id }, form }));

export const removeText = ({ id }: Film, { kind, language }: FilmText): Promise<string> =>
  thenRefetch(call(training.removeText, { params: { id, kind, language } }));

/** The presence checks of a film as staff have set them. */
export const checksQuery = (filmId: string) =>
  queryOptions({
    queryKey: ['training', 'checks', filmId],
    queryFn: async () => (await call(training.listChecks, { params: { id: filmId } })).data,
    // what is being written must not change meanwhile
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const saveChecks = ({ id }: Film, checks: FilmCheck[]): Promise<string> =>
  thenRefetch(call(training.saveChecks, { params: { id }, body: { checks } }));

async function thenRefetch(sent: Promise<{ message: string }>): Promise<string> {
  try {
    return (await sent).message;
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['training'] });
  }
}
