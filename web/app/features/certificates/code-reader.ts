import { NoCodeReader } from '../../lib/codes/no-code-reader.ts';

/** Loads what reads codes by camera and in pictures, when it is first used. @throws NoCodeReader */
export const loadCodeReader = () =>
  import('./code-part.ts').catch((cause: unknown) => {
    throw new NoCodeReader('Its script could not be loaded', { cause });
  });
