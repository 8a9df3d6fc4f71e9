// Asks for a page twenty times a second until a file is there, while somebody sends a body that never ends. Prints how
// many were asked for, how many of these were not answered with 200, and the longest time in seconds that one of them
// waited, and between two answers.
//
//   ask.mjs URL FILE
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const [url, file] = process.argv.slice(2);
const { request } = await import(url.startsWith('https:') ? 'node:https' : 'node:http');
const trickle = request(new URL('/api/user/login', url), {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'content-length': 1000 },
});
trickle.on('error', () => undefined);
const answeredAt = [];
const running = [];
let longest = 0;
while (!existsSync(file)) {
  const asked = performance.now();
  running.push(
    fetch(url).then(
      async (answer) => {
        await answer.arrayBuffer();
        if (answer.status !== 200) return;
        answeredAt.push(performance.now());
        longest = Math.max(longest, performance.now() - asked);
      },
      () => undefined,
    ),
  );
  if (running.length % 20 === 1) trickle.write(' ');
  await pause(50);
}
await Promise.all(running);
trickle.destroy();
const gap = Math.max(...answeredAt.slice(1).map((at, i) => at - answeredAt[i]));
const lost = running.length - answeredAt.length;
console.log(JSON.stringify({ asked: running.length, lost, longest: longest / 1000, gap: gap / 1000 }));
