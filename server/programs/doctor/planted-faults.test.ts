import { afterEach, expect, test } from 'vitest';
import { isLong } from '../../testing/cases.ts';
import { describeOnServer } from '../../testing/database.ts';
import { type Fault, faultsOfDatabase } from './testing/faults-of-database.ts';
import { faultsOfFiles } from './testing/faults-of-files.ts';
import { faultsOfServices } from './testing/faults-of-services.ts';
import { faultsOfSettings } from './testing/faults-of-settings.ts';
import { faultsOfSite } from './testing/faults-of-site.ts';
import { healthyAcademy } from './testing/healthy-academy.ts';

const faults: Fault[] = [
  ...faultsOfDatabase,
  ...faultsOfFiles,
  ...faultsOfServices,
  ...faultsOfSettings,
  ...faultsOfSite,
];

describeOnServer('an academy behind nginx with TLS', async () => {
  const academy = await healthyAcademy();
  const ending: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0).reverse()) await end();
  });

  test('that is as it should be has no finding', async () => {
    expect(await academy.findings()).toEqual({});
    expect(academy.mail).toMatchObject({ senders: ['office@academy.internal'], taken: 0 });
  });

  // each is the only fault; the long tests examine everything, and nothing else is found
  test.each(faults)('$fault is named', async ({ plant, finds }) => {
    const planted = await plant(academy, (end) => ending.push(end));
    const expected = Object.entries(finds).map(([subject, says]) => [
      subject,
      [says].flat().map((one) => expect.stringMatching(one)),
    ]);
    const subjects = isLong ? undefined : Object.keys(finds);
    expect(await academy.findings(planted ?? {}, subjects)).toEqual(Object.fromEntries(expected));
  });
});
