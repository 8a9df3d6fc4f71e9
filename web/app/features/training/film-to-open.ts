/** The state of a link to a training that opens one of its films, unless that is locked. */
export const toFilm = (film: string) => ({ film });

/** The id of the film that such a link opens; undefined without one. */
export const filmIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'film' in state && typeof state.film === 'string'
    ? state.film
    : undefined;
