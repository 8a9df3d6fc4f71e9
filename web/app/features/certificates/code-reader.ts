import { NoCodeReader } from './no-code-reader.ts';

/** Loads what reads codes in pictures, when it is first used. @throws NoCodeReader */
export const loadCodeReader = () =>
  import('./read-picture.ts').catch((cause: unknown) => {
    throw new NoCodeReader('Its script could not be loaded', { cause });
  });
