import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { clamdStandIn } from '../../platform/files/testing/clamd-stand-in.ts';
import { ffmpeg } from '../../platform/films/testing/ffmpeg.ts';
import type { Config } from '../../settings/config.ts';
import { freePort } from '../../testing/free-port.ts';
import { listen } from '../../testing/listen.ts';
import { checkServices } from './check-services.ts';
import { faults } from './testing/findings.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

describe('services', () => {
  const none = { ffmpeg, clamd: undefined, timeStamps: undefined, signOn: undefined };
  const services = (change: Partial<Config>) => faults(checkServices({ ...none, ...change }, () => new Date()));
  const at = (endpoint: string) => ({ host: '127.0.0.1', port: Number(endpoint.split(':')[1]) });

  async function website(answer: string): Promise<string> {
    const { url, close } = await listen(createServer((_request, response) => response.end(answer)));
    ending.push(close);
    return `${url}/`;
  }
  const signOn = (issuer: string) => ({ issuer }) as NonNullable<Config['signOn']>;

  test('that are away, or do not do what they are for, are named', async () => {
    const blind = await clamdStandIn();
    blind.says = 'stream: OK';
    const away = `http://127.0.0.1:${await freePort()}/`;
    const clamd = at((await clamdStandIn()).endpoint);
    const named = [
      services({ ffmpeg: '/bin/true', clamd }),
      services({ ffmpeg: '/nowhere/ffmpeg', clamd }),
      services({}),
      services({ clamd: at(blind.endpoint) }),
      services({ clamd, signOn: signOn(away) }),
      services({ clamd, signOn: signOn(await website('{"issuer":"https://other.example"}')) }),
    ];
    expect(await Promise.all(named)).toEqual([
      [expect.stringMatching(/^wrong: \/bin\/true has no encoder libx264/)],
      [expect.stringMatching(/^wrong: Films cannot be prepared: .*ENOENT/)],
      [expect.stringMatching(/^look: Uploads are not scanned/)],
      [expect.stringMatching(/^wrong: clamd does not find the test file/)],
      [expect.stringMatching(/^wrong: Staff’s login service cannot be used: .*ECONNREFUSED/)],
      [expect.stringMatching(/^wrong: Staff’s login service calls itself https:\/\/other\.example\/\.$/)],
    ]);
  });
});
