import { join } from 'node:path';
import { defineBrowserCommand } from '@vitest/browser-playwright';

export type ColorScheme = 'light' | 'dark';

/** A point of the test's page, in pixels from its top left corner. */
export type Point = { x: number; y: number };

/** Sets the theme that the browser prefers. */
export const preferColors = defineBrowserCommand<[scheme: ColorScheme]>(({ page }, colorScheme) =>
  page.emulateMedia({ colorScheme }),
);

/** Shows the page as on paper, or on the screen again. */
export const preferMedia = defineBrowserCommand<[media: 'print' | 'screen']>(({ page }, media) =>
  page.emulateMedia({ media }),
);

/** Presses the mouse at one place, moves it to another, and releases it there. */
export const pressAndRelease = defineBrowserCommand<[from: Point, to: Point]>(async ({ page, iframe }, from, to) => {
  const frame = await iframe.owner().boundingBox();
  const moveTo = ({ x, y }: Point) => page.mouse.move((frame?.x ?? 0) + x, (frame?.y ?? 0) + y);
  await moveTo(from);
  await page.mouse.down();
  await moveTo(to);
  await page.mouse.up();
});

/** Saves what the page shows, under this name in the folder that SCREENSHOTS names. */
export const savePicture = defineBrowserCommand<[name: string]>(async ({ iframe }, name) => {
  await iframe.owner().screenshot({ path: join(process.env.SCREENSHOTS ?? '', name) });
});

declare module 'vitest/browser' {
  interface BrowserCommands {
    savePicture: (name: string) => Promise<void>;
    preferMedia: (media: 'print' | 'screen') => Promise<void>;
    preferColors: (scheme: ColorScheme) => Promise<void>;
    pressAndRelease: (from: Point, to: Point) => Promise<void>;
  }
}
