import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/**
 * Returns a function that reads all emails that a program without a mail server has written to a folder, oldest first.
 * Each is parsed once, since a written email does not change.
 */
export function mailFolder(folder: string): () => Promise<Email[]> {
  const parsed = new Map<string, Promise<Email>>();
  const parse = async (name: string) => PostalMime.parse(await readFile(join(folder, name)));
  return async () => {
    // The folder does not exist before the first email.
    const names: string[] = [];
    for await (const name of glob('*.eml', { cwd: folder })) names.push(name);
    return Promise.all(
      names.sort().map((name) => {
        const email = parsed.get(name) ?? parse(name);
        parsed.set(name, email);
        return email;
      }),
    );
  };
}
