import { nameOfLanguage } from '../languages.ts';
import type { Film } from '../wire.ts';

/** The captions of a film, for the player to choose from; to stand inside a `video`. */
export const FilmCaptions = ({ texts }: Pick<Film, 'texts'>) =>
  texts
    .filter(({ kind }) => kind === 'captions')
    .map(({ language, url }) => (
      <track key={language} kind="captions" srcLang={language} label={nameOfLanguage(language)} src={url} />
    ));
