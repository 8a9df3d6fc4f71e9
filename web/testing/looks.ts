/** The size of a phone's screen, in pixels. */
export const phone = { width: 390, height: 844 };

/** The size of a screen on a desk, in pixels: that of the browser unless a test changes it. */
export const desk = { width: 1280, height: 800 };

/** The size of a screen in pixels, and its theme. */
export type Look = { width: number; height: number; colorScheme: 'dark' | 'light' };

/** The look with which every test begins, and goes on after a screen was looked at. */
export const usual: Look = { ...desk, colorScheme: 'light' };

/**
 * How component tests and journeys look at screens: each size and each theme once. A theme changes only colours, and a
 * size only what is shown, so that no third look would add anything.
 */
const looks: Look[] = [{ ...phone, colorScheme: 'dark' }, usual];

/**
 * The looks of a screen. In the gate it is one of the two, by the length of the screen's name, so that the states of a
 * page take turns: looking is the most of what a component test costs. With `isLong` (`npm run soak -- components`, `--
 * journeys`) it is both.
 */
export const looksAt = (screen: string, isLong: boolean): Look[] =>
  looks.filter((_, index) => isLong || index === screen.length % looks.length);

/** Every size in every theme: those of the pictures that SCREENSHOTS asks for. */
export const pictures: Look[] = [phone, desk].flatMap((size) =>
  (['dark', 'light'] as const).map((colorScheme) => ({ ...size, colorScheme })),
);

/** The file name of a screen's picture: '/courses?q=x' is 'courses-q-x-390-dark.png'. */
export const pictureName = (screen: string, { width, colorScheme }: Look): string =>
  `${screen.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'start'}-${width}-${colorScheme}.png`;
