import { createContext } from 'react';

/** Marks our own inline scripts and styles while the server renders; undefined in the browser, where none is left. */
export const Nonce = createContext<string | undefined>(undefined);
