import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Scorm2004API } from 'scorm-again';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rawZip } from '../../../platform/archives/testing/raw-zip.ts';
import { manifestOf, orderedPackage } from '../testing/scorm-package.ts';
import { inspect } from './package-inspection.ts';

// the environment writes what it delivers
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

/** The run-time environment with the order of a package that was read, as the page at the second origin has it. */
async function begin(zip = orderedPackage()) {
  const path = join(tmpdir(), `ordered-${crypto.randomUUID()}.zip`);
  await writeFile(path, zip);
  const { order } = (await inspect({ path, into: null })).manifest;
  let delivered: string | undefined;
  const api = new Scorm2004API({
    logLevel: 5,
    lmsCommitUrl: 'academy',
    httpService: {
      processHttpRequest: () => ({ result: 'true', errorCode: 0 }),
      updateSettings: () => undefined,
    },
    sequencing: {
      activityTree: order as never,
      eventListeners: {
        onActivityDelivery: ({ id }: { id: string }) => {
          delivered = id;
        },
      },
    },
  });
  return {
    api,
    order,
    deliveredBy(act: () => unknown) {
      delivered = undefined;
      act();
      return delivered;
    },
    mayOpen: (id: string) =>
      api.getSequencingService()?.getOverallSequencingProcess()?.predictChoiceEnabled(id) ?? false,
    whole: () => api.getActivityTrackingData(String(order?.id)),
  };
}

test('the rules of a manifest are followed: a part stays closed until the one before is passed, and says what is complete', async () => {
  const { api, deliveredBy, mayOpen, whole } = await begin();
  expect(deliveredBy(() => api.processNavigationRequest('start'))).toBe('lesson');
  api.Initialize('');
  expect(mayOpen('test')).toBe(false);
  expect(deliveredBy(() => api.processNavigationRequest('choice', 'test'))).toBeUndefined();
  api.SetValue('cmi.completion_status', 'completed');
  api.SetValue('cmi.success_status', 'passed');
  api.SetValue('adl.nav.request', 'continue');
  expect(deliveredBy(() => api.Terminate(''))).toBe('test');
  expect(whole()).toMatchObject({ successStatus: 'unknown' });
  api.reset();
  api.Initialize('');
  api.SetValue('cmi.completion_status', 'completed');
  api.SetValue('cmi.success_status', 'passed');
  api.SetValue('adl.nav.request', 'exitAll');
  api.Terminate('');
  expect(whole()).toMatchObject({ completionStatus: 'completed', successStatus: 'passed' });
});

test('a random order that is made once is made before the first part is opened', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const items = ['a', 'b'].map((id) => ({ id, title: id, href: `${id}.html` }));
  const random = `<imsss:sequencing><imsss:controlMode flow="true"/>
    <imsss:randomizationControls randomizationTiming="once" reorderChildren="true"/></imsss:sequencing></organization>`;
  const manifest = manifestOf('2004 3rd Edition', items).replace('</organization>', random);
  const pages = items.map(({ href }) => ({ name: href, content: '' }));
  const { api, deliveredBy } = await begin(rawZip([{ name: 'imsmanifest.xml', content: manifest }, ...pages]));
  expect(deliveredBy(() => api.processNavigationRequest('start'))).toBe('b');
});
