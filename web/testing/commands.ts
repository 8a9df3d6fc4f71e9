import { defineBrowserCommand } from '@vitest/browser-playwright';

export type ColorScheme = 'light' | 'dark';

/** Has the browser ask for a theme, as the device of a person does. */
export const preferColors = defineBrowserCommand<[scheme: ColorScheme]>(({ page }, colorScheme) =>
  page.emulateMedia({ colorScheme }),
);

declare module 'vitest/browser' {
  interface BrowserCommands {
    preferColors: (scheme: ColorScheme) => Promise<void>;
  }
}
