// The minimum cost of a login: the comparison of a password with its argon2 hash, as many at once as there are cores.
// Sends a URL at which nobody listens, and hashes as often as a message says.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

const [password = ''] = process.argv.slice(2);
const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

process.on('message', async (times: number) => {
  let left = times;
  const worker = async () => {
    while (left-- > 0) await verify(stored, password);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  process.send?.('done');
});
process.once('SIGTERM', () => process.exit(0));
process.send?.('');
