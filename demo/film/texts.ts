import { type FilmScript, type Sentence, sentencesOf } from './script.ts';

/** The captions of a film as WebVTT (W3C). */
export const captionsOf = (title: string, script: FilmScript): string =>
  `WEBVTT\n\n${sentencesOf(title, script).map(cueOf).join('\n\n')}\n`;

const cueOf = ({ from, to, text }: Sentence) => `${timeOf(from)} --> ${timeOf(to)}\n${text}`;

/** Seconds as WebVTT writes them: 01:02.500 of minutes. */
function timeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(milliseconds / 60_000)}:${two((milliseconds / 1000) % 60)}.${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** What a film says, to be read: a line for its title, and a paragraph for each of its scenes and its last sentence. */
export function transcriptOf(title: string, { scenes, remember }: FilmScript): string {
  const told = scenes.map(({ heading, points }) => [`${heading}:`, ...points.map((point) => `${point}.`)].join('\n'));
  return `${[title, ...told, remember].join('\n\n')}\n`;
}
