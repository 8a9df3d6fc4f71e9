// Asks for a page twenty times a second until a file is there, and prints how many were asked for, how many of these
// were not answered with 200, and the longest time between two answers, in seconds.
//
//   ask.mjs URL FILE
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const [url, file] = process.argv.slice(2);
const answeredAt = [];
const running = [];
while (!existsSync(file)) {
  running.push(
    fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        if (answer.status === 200) answeredAt.push(performance.now());
      },
      () => undefined,
    ),
  );
  await pause(50);
}
await Promise.all(running);
const gaps = answeredAt.slice(1).map((at, i) => at - answeredAt[i]);
console.log(
  JSON.stringify({ asked: running.length, lost: running.length - answeredAt.length, gap: Math.max(...gaps) / 1000 }),
);
