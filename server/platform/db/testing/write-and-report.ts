// Run by the crash test, which kills it: writes rows in transactions, several at a time, and prints each id only after
// its commit was acknowledged.
import { openDatabase, transaction } from '../database.ts';

const log = { info: () => {}, warn: console.error, error: console.error };
const { URL_OF_DATABASE: url, DATA_DIR: dataDir = '' } = process.env;
const db = await openDatabase({ url: url || undefined, dataDir, log });

async function write(writer: string): Promise<never> {
  for (let count = 0; ; count++) {
    const keys = [`${writer}-${count}-a`, `${writer}-${count}-b`];
    await transaction(db, async (tx) => {
      for (const key of keys)
        await tx.insertInto('rateLimit').values({ key, windowEndsAt: new Date(), count }).execute();
    });
    console.log(keys.join(' '));
  }
}

await Promise.all([1, 2, 3].map((writer) => write(`${process.pid}-${writer}`)));
