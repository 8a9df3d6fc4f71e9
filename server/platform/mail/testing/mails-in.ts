import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/**
 * Returns a function that reads all emails that programs without a mail server have written to some folders, oldest
 * first. Each is parsed once, since a written email does not change.
 */
export function mailsIn(folders: readonly string[]): () => Promise<Email[]> {
  const parsed = new Map<string, Promise<Email>>();
  const parse = async (path: string) => PostalMime.parse(await readFile(path));
  return async () => {
    const paths: string[] = [];
    // A folder does not exist before the first email.
    for (const folder of folders)
      for await (const name of glob('*.eml', { cwd: folder })) paths.push(join(folder, name));
    // the name of a file begins with its time
    paths.sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
    return Promise.all(
      paths.map((path) => {
        const email = parsed.get(path) ?? parse(path);
        parsed.set(path, email);
        return email;
      }),
    );
  };
}
