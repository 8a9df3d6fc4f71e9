import { createContext } from 'react';

/** The CSP nonce of our own inline scripts and styles during server rendering; undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined);
