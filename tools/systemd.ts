import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

const analyze = '/usr/bin/systemd-analyze';
/** The library that filters system calls, as the package of Python has it. */
const filter = '/usr/share/doc/python3-seccomp';
const isThere = () => existsSync(analyze) && existsSync(filter);

/** Finds what examines units of systemd and runs a program with their restrictions, or installs it as root. */
export const installSystemd = (): boolean => isThere() || (installDebian('systemd', 'python3-seccomp') && isThere());
