import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

const go = '/usr/bin/go';

/** Finds Debian's Go, or installs it as root; returns whether it is there. The verifier in Go needs it, in the soak. */
export const installGo = (): boolean => existsSync(go) || (installDebian('golang-go') && existsSync(go));
