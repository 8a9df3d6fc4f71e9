import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

const python = '/usr/bin/python3';

/** Finds Python, or installs Debian's as root; returns whether it is there. */
export const installPython = (): boolean => existsSync(python) || (installDebian('python3') && existsSync(python));
