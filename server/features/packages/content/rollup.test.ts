import type * as Scorm from 'scorm-again';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// the bundle that browsers load: its names must be there, too
const { Scorm2004API }: typeof Scorm = await import(import.meta.resolve('scorm-again/scorm2004/min'));
const { rollUpByTheStandard } = await import(new URL('./rollup.js', import.meta.url).href);

// the environment writes what it delivers
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const leaf = (id: string, more: object = {}) => ({ id, title: id, children: [], sequencingControls: {}, ...more });
const flow = { flow: true, choice: false };

/** A cluster with three parts, and one part after it. */
const course = (cluster: object, parts = ['a', 'b', 'c'].map((id) => leaf(id))) => ({
  ...leaf('course'),
  sequencingControls: flow,
  children: [{ ...leaf('cluster'), sequencingControls: flow, children: parts, ...cluster }, leaf('after')],
});

/** The environment of a package, and a learner who goes through its parts from first to last. */
function open(activityTree: object) {
  const api = new Scorm2004API({
    logLevel: 5,
    lmsCommitUrl: 'academy',
    httpService: { processHttpRequest: () => ({ result: 'true', errorCode: 0 }), updateSettings: () => undefined },
    sequencing: { activityTree: activityTree as never },
  });
  rollUpByTheStandard(api);
  return {
    api,
    /** Takes the part that is open: sets values, ends it, and goes on. */
    take(values: Record<string, string>) {
      api.reset();
      api.Initialize('');
      for (const [name, value] of Object.entries(values)) api.SetValue(name, value);
      api.SetValue('adl.nav.request', 'continue');
      api.Terminate('');
    },
    now: () => api.getSequencingService()?.getSequencingState().currentActivity?.id,
    cluster: () => api.getActivityTrackingData('cluster'),
  };
}

const scored = (scaled: string) => ({ 'cmi.score.scaled': scaled });

test('a score counts by its weight alone, and a part without one counts as zero', () => {
  const parts = [leaf('a'), leaf('b'), leaf('c', { sequencingControls: { objectiveMeasureWeight: 0.5 } })];
  const byMeasure = {
    primaryObjective: { objectiveID: 'all', satisfiedByMeasure: true, minNormalizedMeasure: 0.6 },
  };
  const { api, take, cluster } = open(course(byMeasure, parts));
  api.processNavigationRequest('start');
  // one that is not completed counts in full, too
  take({ ...scored('1'), 'cmi.completion_status': 'incomplete' });
  expect(cluster()).toMatchObject({ score: 0.4, successStatus: 'failed' });
  take(scored('0.5'));
  expect(cluster()).toMatchObject({ score: 0.6, successStatus: 'passed' });
});

test('what is unknown is not false: a rule of none waits until every part says that it is not so', () => {
  const rules = [{ action: 'completed', consideration: 'none', conditions: [{ condition: 'satisfied' }] }];
  const { api, take, cluster } = open(course({ rollupRules: { rules } }));
  const failed = { 'cmi.success_status': 'failed' };
  api.processNavigationRequest('start');
  take(failed);
  take(failed);
  expect(cluster()?.completionStatus).not.toBe('completed');
  take(failed);
  expect(cluster()?.completionStatus).toBe('completed');
});

test('by default a cluster fails only once each of its parts is known', () => {
  const { api, take, cluster } = open(course({}));
  api.processNavigationRequest('start');
  take({ 'cmi.success_status': 'failed' });
  expect(cluster()?.successStatus).toBe('unknown');
  take({ 'cmi.success_status': 'passed' });
  take({ 'cmi.success_status': 'passed' });
  expect(cluster()?.successStatus).toBe('failed');
});

test('where no part counts, a rule of all applies and none by default; progress is a condition by the name of the manifest', () => {
  const untracked = ['a', 'b', 'c'].map((id) => leaf(id, { sequencingControls: { tracked: false } }));
  const rules = [{ action: 'satisfied', consideration: 'all', conditions: [{ condition: 'activityProgressKnown' }] }];
  for (const [cluster, parts, first, last] of [
    [{ rollupRules: { rules } }, untracked, 'passed', 'passed'],
    [{}, untracked, 'unknown', 'unknown'],
    [{ rollupRules: { rules } }, undefined, 'unknown', 'passed'],
  ] as const) {
    const { api, take, cluster: reached } = open(course(cluster, parts));
    api.processNavigationRequest('start');
    take({});
    expect(reached()?.successStatus).toBe(first);
    take({});
    take({});
    expect(reached()?.successStatus).toBe(last);
  }
});

test('a cluster that counts its score when it has ended is rolled up then, is known when resumed, and skipped', () => {
  const skipped = {
    primaryObjective: { objectiveID: 'all', satisfiedByMeasure: true, minNormalizedMeasure: 0.5 },
    rollupConsiderations: { measureSatisfactionIfActive: false },
    sequencingRules: { preConditionRules: [{ action: 'skip', conditions: [{ condition: 'satisfied' }] }] },
  };
  const tree = course(skipped);
  const { api, take, now, cluster } = open(tree);
  api.processNavigationRequest('start');
  take(scored('1'));
  take(scored('1'));
  expect(cluster()?.successStatus).toBe('unknown');
  take(scored('0'));
  expect([now(), cluster()?.successStatus]).toEqual(['after', 'passed']);
  api.processNavigationRequest('exitAll');
  const again = open(tree);
  again.api.deserializeSequencingState(api.serializeSequencingState());
  again.api.processNavigationRequest('start');
  expect(again.now()).toBe('after');
});

test('a part that is skipped does not count, also where another rule of it stands before the one that skips it', () => {
  const required = 'ifNotSkipped';
  const skipped = leaf('b', {
    sequencingRules: {
      preConditionRules: ['hiddenFromChoice', 'skip'].map((action) => ({
        action,
        conditions: [{ condition: 'always' }],
      })),
    },
    rollupConsiderations: { requiredForCompleted: required, requiredForIncomplete: required },
  });
  const { api, take, now, cluster } = open(course({}, [leaf('a'), skipped]));
  api.processNavigationRequest('start');
  take({ 'cmi.completion_status': 'completed' });
  expect([now(), cluster()?.completionStatus]).toEqual(['after', 'completed']);
});
