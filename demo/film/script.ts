/**
 * A picture that moves: given the seconds since its scene began, what is seen through the porthole, drawn within
 * 120 around the origin.
 */
export type Picture = (seconds: number) => string;

export type FilmScene = {
  heading: string;
  /** They appear one after the other; each fits on two lines. */
  points: readonly string[];
  picture: Picture;
};

/** What a film shows between its title and its last sentence. */
export type FilmScript = {
  /** Name within films/, without the extension. */
  name: string;
  scenes: readonly FilmScene[];
  remember: string;
  /** Seconds of the title and of the last sentence, where a film is shorter than the others. */
  edges?: readonly [title: number, remember: number];
};

export const timing = {
  framesPerSecond: 15,
  titleSeconds: 4,
  /** Before the first point of a scene, between two points, and after the last. */
  leadSeconds: 0.9,
  pointSeconds: 1.9,
  restSeconds: 1.4,
  rememberSeconds: 4.5,
} as const;

function sceneSeconds(scene: FilmScene): number {
  return timing.leadSeconds + scene.points.length * timing.pointSeconds + timing.restSeconds;
}

export type Schedule = {
  /** When each scene starts, in seconds from the film's beginning. */
  starts: readonly number[];
  rememberFrom: number;
  total: number;
};

/** Where everything in a film stands in time. */
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
