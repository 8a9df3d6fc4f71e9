import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The seconds of the commit, so that one commit makes one archive, whenever it is made. */
function secondsOfCommit(): string {
  const { SOURCE_DATE_EPOCH } = process.env;
  const log = ['log', '-1', '--format=%ct'];
  return SOURCE_DATE_EPOCH ?? execFileSync('git', log, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const bytes of createReadStream(file)) digest.update(bytes);
  return digest.digest('hex');
}

/**
 * Packs a folder into an archive (.tar.gz), the same bytes each time, and writes its SHA-256 beside it.
 *
 * @param level gzip's, from 1 for the fastest to 9 for the smallest
 */
export async function pack(folder: string, archive: string, level = 6): Promise<void> {
  execFileSync('tar', [
    ...['--create', '--file', archive, '--use-compress-program', `gzip -n -${level}`, '--directory', dirname(folder)],
    ...['--sort=name', '--format=posix', '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime'],
    // nothing in it that others may write to
    ...['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go-w,a+rX', `--mtime=@${secondsOfCommit()}`],
    basename(folder),
  ]);
  writeFileSync(`${archive}.sha256`, `${await digestOf(archive)}  ${basename(archive)}\n`);
}
