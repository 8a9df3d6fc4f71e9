import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

/**
 * Debian's nginx, installed when it is missing and we are root; returns its path, or undefined where it cannot be
 * installed.
 */
export function installNginx(): string | undefined {
  const nginx = '/usr/sbin/nginx';
  return existsSync(nginx) || (installDebian('nginx-light') && existsSync(nginx)) ? nginx : undefined;
}
