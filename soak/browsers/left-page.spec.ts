import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { engines } from '../../e2e/browsers/engine.ts';
import { listen } from '../../server/testing/listen.ts';

declare global {
  interface Window {
    /** Reads a value, and returns its length. */
    read: () => Promise<number>;
    /** Writes without a pause. */
    write: () => void;
  }
}

const source = join(import.meta.dirname, '../../web/app/lib/device/database.ts');

/** A page with the database of ours alone, since a whole page of the site is seldom left at the moment that matters. */
const html = `<!doctype html><title>Kept</title><h1>Kept</h1><script type="module">
  import { database } from '/database.js';
  const kept = database('kept', [(db) => void db.createObjectStore('kept')]);
  window.read = () => kept.run(['kept'], 'readonly', (transaction, done) => {
    transaction.objectStore('kept').get(1).onsuccess = ({ target }) => done(target.result?.length ?? 0);
  });
  window.write = async () => {
    for (let n = 1; ; n++)
      await kept.run(['kept'], 'readwrite', (transaction) => {
        const store = transaction.objectStore('kept');
        store.get(1).onsuccess = () => store.put('v'.repeat(20_000 + n), 1);
      });
  };
</script>`;

async function serve() {
  const code = stripTypeScriptTypes(await readFile(source, 'utf8'));
  const server = createServer(({ url }, reply) => {
    const isCode = url === '/database.js';
    reply.setHeader('content-type', isCode ? 'text/javascript' : 'text/html').end(isCode ? code : html);
  });
  return listen(server);
}

for (const engine of engines)
  test(`a page that is left while it writes does not keep the next one waiting, in ${engine.name}`, async () => {
    const { url, close } = await serve();
    const { page, close: closePage } = await engine.open();
    try {
      for (let round = 1; round <= 5; round++) {
        await page.goto(`${url}/write${round}`);
        await expect.poll(() => page.evaluate(() => 'write' in window)).toBe(true);
        await page.evaluate(() => {
          for (let n = 0; n < 3; n++) window.write();
        });
        await expect.poll(() => page.evaluate(() => window.read())).toBeGreaterThan(20_000);
        await page.goto(`${url}/read${round}`);
        await expect.poll(() => page.evaluate(() => 'read' in window)).toBe(true);
        expect(await page.evaluate(() => window.read())).toBeGreaterThan(20_000);
      }
    } finally {
      await closePage();
      await close();
    }
  });
