import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

const perl = '/usr/share/perl5';
const files = [
  `${perl}/Lemonldap/NG/Portal/Main.pm`,
  `${perl}/String/Random.pm`,
  `${perl}/IO/String.pm`,
  '/usr/bin/starman',
];

/**
 * Finds Debian's LemonLDAP::NG and a web server for it, or installs them when we are root; returns whether they are
 * there.
 */
export function installLemonldap(): boolean {
  const areThere = () => files.every((file) => existsSync(file));
  // The portal depends on one of several web servers, and of those only the configuration for uwsgi starts nothing.
  const portal = ['liblemonldap-ng-portal-perl', 'lemonldap-ng-uwsgi-app'];
  // OpenID Connect does not load without them, though Debian only recommends them
  const recommended = ['libstring-random-perl', 'libio-string-perl'];
  return areThere() || (installDebian(...portal, ...recommended, 'starman') && areThere());
}
