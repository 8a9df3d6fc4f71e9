/**
 * An animated picture: given the seconds since its scene began, the drawing within 120 around the origin, shown in a
 * porthole.
 */
export type Picture = (seconds: number) => string;

export type FilmScene = {
  heading: string;
  /** They appear one after the other; each fits on two lines. */
  points: readonly string[];
  picture: Picture;
};

/** The content of a film between its title and its last sentence. */
export type FilmScript = {
  /** File name within films/, without the extension. */
  name: string;
  scenes: readonly FilmScene[];
  remember: string;
  /** Seconds for the title and for the last sentence, where a film is shorter than the others. */
  edges?: readonly [title: number, remember: number];
};

export const timing = {
  framesPerSecond: 15,
  titleSeconds: 4,
  /** The pauses before the first point of a scene, between two points, and after the last. */
  leadSeconds: 0.9,
  pointSeconds: 1.9,
  restSeconds: 1.4,
  rememberSeconds: 4.5,
} as const;

function sceneSeconds(scene: FilmScene): number {
  return timing.leadSeconds + scene.points.length * timing.pointSeconds + timing.restSeconds;
}

export type Schedule = {
  /** The start of each scene, in seconds from the film's beginning. */
  starts: readonly number[];
  rememberFrom: number;
  total: number;
};

/** The start time of every part of a film. */
export function schedule(script: FilmScript): Schedule {
  const [title, remember] = script.edges ?? [timing.titleSeconds, timing.rememberSeconds];
  let at: number = title;
  const starts = script.scenes.map((scene) => {
    const start = at;
    at += sceneSeconds(scene);
    return start;
  });
  return { starts, rememberFrom: at, total: at + remember };
}

/** A sentence of a film, and when it is on the screen, in seconds. */
export type Sentence = { from: number; to: number; text: string };

/** All that a film says, in order: its title, the headings and points of its scenes, and its last sentence. */
export function sentencesOf(title: string, script: FilmScript): Sentence[] {
  const { starts, rememberFrom, total } = schedule(script);
  const said = script.scenes.flatMap(({ heading, points }, index) => {
    const start = starts[index] ?? 0;
    const point = (text: string, place: number) => ({
      at: start + timing.leadSeconds + place * timing.pointSeconds,
      text,
    });
    return [{ at: start, text: heading }, ...points.map(point)];
  });
  const all = [{ at: 0, text: title }, ...said, { at: rememberFrom, text: script.remember }];
  return all.map(({ at, text }, index) => ({ from: at, to: all[index + 1]?.at ?? total, text }));
}
