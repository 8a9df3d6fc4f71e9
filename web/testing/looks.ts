/** The size of a phone's screen, in pixels. */
export const phone = { width: 390, height: 844 };

/** The size of a screen on a desk, in pixels: that of the browser unless a test changes it. */
export const desk = { width: 1280, height: 800 };

/**
 * How component tests and journeys look at a screen: each size and each theme once. A theme changes only colours, and a
 * size only what is shown, so that no third look would add anything.
 */
export const looks = [
  { ...phone, colorScheme: 'dark' },
  { ...desk, colorScheme: 'light' },
] as const;

/**
 * Whether axe looks at a screen in one of the looks. In the gate it does so in one of the two, by the screen's name, so that
 * the states of a page take turns: that is half of the time of looking. With `isLong`, in both (`npm run soak --
 * components`, `-- journeys`).
 */
export const isLookedAt = (screen: string, look: (typeof looks)[number], isLong: boolean): boolean =>
  isLong || looks[[...screen].length % looks.length] === look;

/** Every size in every theme: those of the pictures that SCREENSHOTS asks for. */
export const pictures = [phone, desk].flatMap((size) =>
  (['dark', 'light'] as const).map((colorScheme) => ({ ...size, colorScheme })),
);

/** The file name of a screen's picture: '/courses?q=x' is 'courses-q-x-390-dark.png'. */
export const pictureName = (screen: string, { width, colorScheme }: (typeof pictures)[number]): string =>
  `${screen.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'start'}-${width}-${colorScheme}.png`;
