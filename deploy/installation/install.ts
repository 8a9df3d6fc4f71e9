import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotInstall, currentRelease, idsOfUser, ownRelease, places, user, versionOf } from './places.ts';
import { copyRelease, linkTo, switchTo, tryRelease } from './releases.ts';
import { enableService, installUnits, isActive, isServiceReady, requireSystemd, service } from './service.ts';
import { newSettings, ownSettings } from './settings.ts';

/** What `fairlead install` is given; a second time it needs nothing. */
export type Wanted = { url?: string | undefined; admin?: string | undefined; nginx?: boolean | undefined };

const site = '/etc/nginx/sites-available/fairlead';
/** Where systemd has the data of a service with a dynamic user. */
const privateData = '/var/lib/private/fairlead';
/** The user as whom nginx runs on Debian. */
const nginxUser = 'www-data';

function makeUser(): void {
  if (spawnSync('id', [user]).status === 0) return;
  const home = ['--home-dir', places.data, '--no-create-home', '--shell', '/usr/sbin/nologin'];
  execFileSync('useradd', ['--system', '--user-group', ...home, user]);
}

/**
 * Takes over the data of a unit of an earlier version, which had a user of its own at each start (DynamicUser=), and a
 * link to them in their place. A link that leads elsewhere is the operator's.
 */
function takeOverData(): void {
  const isLink = fs.lstatSync(places.data, { throwIfNoEntry: false })?.isSymbolicLink();
  if (!fs.existsSync(privateData) || (isLink && fs.realpathSync(places.data) !== privateData)) return;
  if (!isLink && fs.existsSync(places.data) && fs.readdirSync(places.data).length > 0)
    throw new CannotInstall(
      `There are data in ${privateData} and in ${places.data}: move those that are not the academy's elsewhere.`,
    );
  if (isActive(service))
    throw new CannotInstall(`The academy writes into ${privateData}: enter systemctl stop fairlead, then this again.`);
  if (isLink) fs.rmSync(places.data);
  // also where the link was removed, and the command ended
  fs.renameSync(privateData, places.data);
}

/** The folders with their modes. Through that of the data its group gets to the films, the only files it can read. */
function makeFolders(): void {
  const { uid, gid } = idsOfUser();
  const folders: [folder: string, mode: number, isOfProgram: boolean][] = [
    [places.releases, 0o755, false],
    [dirname(places.settings), 0o700, false],
    [places.secrets, 0o700, false],
    [places.data, 0o710, true],
    [places.backups, 0o700, true],
  ];
  for (const [folder, mode, isOfProgram] of folders) {
    fs.mkdirSync(folder, { recursive: true });
    fs.chmodSync(folder, mode);
    if (isOfProgram && fs.statSync(folder).uid !== uid) execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  }
}

/** Writes a file that only root can read, complete or not at all. */
function writePrivate(path: string, text: string): void {
  const aside = join(dirname(places.settings), '.part');
  fs.rmSync(aside, { force: true });
  fs.writeFileSync(aside, text, { mode: 0o600, flush: true });
  fs.renameSync(aside, path);
}

const writeSecret = (name: string, value: string) => writePrivate(join(places.secrets, name), `${value}\n`);

/** Secrets that the program would otherwise keep beside the data, and in every backup of them. */
function makeSecrets(): void {
  const given = ownSettings();
  // one of an academy that was here before stays the one that its data are encrypted with
  const isThere = (name: string) => {
    const setting = name.toUpperCase().replace('-', '_');
    return [setting, `${setting}_FILE`].some((one) => given[one]) || fs.existsSync(join(places.secrets, name));
  };
  for (const name of ['vault-secret', 'token-secret', 'link-secret'])
    if (!isThere(name) && !fs.existsSync(join(places.data, 'secrets')))
      writeSecret(name, randomBytes(33).toString('base64url'));
}

/** Settings and the first administrator's password, where there are none. */
function makeSettings({ url, admin, nginx = false }: Wanted): void {
  if (fs.existsSync(places.settings)) return;
  if (url === undefined || admin === undefined)
    throw new CannotInstall(
      'Usage: fairlead install --url https://academy.example --admin you@academy.example [--nginx]',
    );
  if (!URL.canParse(url) || new URL(url).origin !== url)
    throw new CannotInstall(`${url} is no origin: write https://academy.example, without a path.`);
  writeSecret('admin-password', randomBytes(12).toString('base64url'));
  // last: what is above is made again by the next attempt
  writePrivate(places.settings, newSettings({ url, admin, nginx }));
}

/** A site of nginx, to be looked at and enabled; nginx's user may read the films, also those of earlier versions. */
function offerSite(release: string): void {
  execFileSync('usermod', ['--append', '--groups', user, nginxUser]);
  const films = join(places.data, 'files/trainingVideo');
  if (fs.existsSync(films)) {
    fs.chmodSync(dirname(films), 0o710);
    execFileSync('chmod', ['-R', 'u=rwX,g=rX,o=', films]);
  }
  if (fs.existsSync(site)) return;
  const { PUBLIC_URL = '' } = ownSettings();
  const sample = fs.readFileSync(join(release, 'deploy/nginx/fairlead.conf'), 'utf8');
  fs.mkdirSync(dirname(site), { recursive: true });
  fs.writeFileSync(site, sample.replaceAll('academy.example', new URL(PUBLIC_URL).hostname));
  console.log(`${site} is for nginx: docs/operations/install.md says what to look at.`);
}

function linkCommand(): void {
  fs.mkdirSync(dirname(places.command), { recursive: true });
  linkTo(join(places.current, 'bin/fairlead'), places.command);
}

/**
 * Installs the release that this file belongs to as a service of systemd, with a user, folders, settings, secrets and
 * the first administrator, and starts it. What is there stays as it is, so that it may be entered again.
 */
export async function install(wanted: Wanted): Promise<void> {
  requireSystemd();
  if (fs.existsSync(places.current) && versionOf(currentRelease()) !== versionOf(ownRelease))
    throw new CannotInstall(`${versionOf(currentRelease())} is installed: enter fairlead update with the archive.`);
  makeUser();
  takeOverData();
  makeFolders();
  makeSettings(wanted);
  makeSecrets();
  const release = copyRelease(ownRelease);
  await tryRelease(release);
  switchTo(release);
  linkCommand();
  const holdsSockets = installUnits(release);
  if (wanted.nginx) offerSite(release);
  enableService(holdsSockets);
  if (!(await isServiceReady(release)))
    throw new CannotInstall(
      'The program is not ready: journalctl -u fairlead says why. Then enter this command again.',
    );
  const { PUBLIC_URL, ADMIN_EMAIL } = ownSettings();
  console.log(`Fairlead ${versionOf(release)} runs, for ${PUBLIC_URL}.`);
  const password = join(places.secrets, 'admin-password');
  if (fs.existsSync(password)) {
    console.log(
      `${ADMIN_EMAIL} logs in at ${PUBLIC_URL}/ornate_backend with the password ${fs.readFileSync(password, 'utf8').trim()}` +
        ' (shown this once).',
    );
    fs.rmSync(password);
  }
  console.log(`Keep a copy of ${dirname(places.settings)} apart from the backups, which cannot be read without it.`);
}
