import { academy } from '@fairlead/contract/academy/calls';
import { allows, roles } from '@fairlead/contract/platform/permissions';
import { ships } from '@fairlead/contract/ships/calls';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { shipOf } from '../testing/two-sides.ts';

const shore = await testApp();
const { box } = await shipOf(shore, { isUp: true, bytes: 0, loses: 0, parts: 0 });

/** The routes that are no calls of the contract, with values for the parameters of their paths. */
const rawRoutes = box.app.accessMap
  .filter(({ method, url }) => {
    const isCall = box.endpoints.some(({ call }) => call.method === method && `/api${call.path}` === url);
    return method !== 'HEAD' && !isCall;
  })
  .map(({ method, url }) => ({ method, url, path: url.replaceAll(/:\w+/g, '0') }));

test('aboard no route is served that needs the academy, whether it is a call or not', async () => {
  const operators = ['/healthz', '/readyz', '/metrics', '/diagnosis', '/diagnosis/late', '/diagnosis/file'];
  const served = ['/api/uploads/:folder/:filename', ...operators];
  expect(rawRoutes.map(({ url }) => url)).toEqual(
    expect.arrayContaining([...served, '/api/log/checkpoint', '/api/user/sign-on/back-channel-logout']),
  );
  for (const { method, url, path } of rawRoutes) {
    const { statusCode, body } = await box.app.inject({ method: method as 'GET', url: path });
    const isServed = served.includes(url);
    // who may not call it at all is told so before
    const isRefused =
      [401, 403].includes(statusCode) || (statusCode === 503 && body.includes('on the ship’s computer'));
    expect([url, isServed || isRefused]).toEqual([url, true]);
    if (isServed) expect([url, isRefused]).toEqual([url, url.startsWith('/api/uploads') && statusCode === 401]);
  }
});

test('aboard the academy is named as it is, without what its pages begin with', async () => {
  const brandOf = async (program: typeof box) => (await program.call(academy.getBrand)).body;
  expect(await brandOf(box)).toMatchObject({ city: '', recognition: '', isAboard: true });
  expect(await brandOf(shore)).toMatchObject({ isAboard: false });
});

test('who works on their own courses alone has nothing of ships', () => {
  const may = roles.filter((role) => Object.values(ships).some(({ who }) => who !== 'anyone' && allows(role, who)));
  expect(may).toEqual(['registrar', 'admin']);
  expect(may.every((role) => allows(role, 'courses:all'))).toBe(true);
});
