import type { PackageItem } from '@fairlead/contract/packages/calls';
import { cut, type Element } from './manifest-element.ts';

/** An activity with its rules, as the run-time environment takes them (`ActivitySettings` of scorm-again). */
export type Activity = { id: string; title: string; children: Activity[]; [rules: string]: unknown };

/**
 * More than any course has: items, whose state would be too much to store, and rules and objectives of each. A package
 * with more items is played in any order.
 */
const most = {
  items: 200,
  rules: 50,
  objectives: 100,
  maps: 20,
  hidden: 20,
  text: 1000,
  word: 100,
  title: 200,
} as const;

/**
 * The parts of a sequencing definition that say in which order items may be opened, or what a course is complete by.
 */
const ruling = ['controlmode', 'sequencingrules', 'limitconditions', 'rolluprules', 'randomizationcontrols'];

/**
 * The rules of a manifest of SCORM 2004 about the order of its items (SCORM 2004 SN, chapter 3): control modes,
 * sequencing rules, limits, objectives with what they share, rollup, selection and random order, delivery.
 *
 * @param items the items of the organization, in the order of the manifest.
 * @param count is told each part of the result, and throws when there is too much of it.
 * @returns the organization as an activity; undefined where nothing rules the order, or there is one item to open.
 */
export function readSequencing(
  root: Element,
  organization: Element,
  items: readonly Pick<PackageItem, 'id' | 'title' | 'launch' | 'isVisible'>[],
  count: (part: unknown) => void,
): Activity | undefined {
  const shared = new Map(
    (root.child('sequencingcollection')?.children('sequencing') ?? []).map((one) => [one.attribute('id') ?? '', one]),
  );
  if (items.filter(({ launch }) => launch !== null).length < 2 || items.length > most.items) return undefined;
  let next = 0;
  let isRuled = false;
  const activityOf = (element: Element, own: { id: string; title: string; isVisible?: boolean }): Activity => {
    const sequencing = element.child('sequencing');
    const referenced = shared.get(sequencing?.attribute('idref') ?? '');
    // what an item says itself counts more than the definition that it refers to (IMS SS 3.3.2)
    const parts = (name: string): readonly Element[] => {
      const inItem = sequencing?.children(name) ?? [];
      const inShared = referenced?.children(name) ?? [];
      if (name !== 'objectives') return inItem.length > 0 ? inItem : inShared;
      return [false, true].flatMap((is4) => {
        const [own, other] = [inItem, inShared].map((list) => list.filter((one) => isOf4(one) === is4));
        return (own?.length ? own : other) ?? [];
      });
    };
    isRuled ||= ruling.some((name) => parts(name).length > 0);
    const children: Activity[] = [];
    const activity = { ...own, ...rulesOf(element, parts), children };
    count(activity);
    for (const child of element.children('item')) {
      const item = items[next];
      next += 1;
      if (item) children.push(activityOf(child, { id: item.id, title: item.title, isVisible: item.isVisible }));
    }
    return activity;
  };
  const id = text(organization, 'identifier', most.title) || 'organization';
  const tree = activityOf(organization, {
    // an activity is found by its id
    id: items.some((item) => item.id === id) ? `organization ${id}` : id,
    title: cut(organization.child('title')?.text ?? '', most.title),
  });
  return isRuled ? tree : undefined;
}

type Parts = (name: string) => readonly Element[];

function rulesOf(element: Element, parts: Parts): Record<string, unknown> {
  const [limits] = parts('limitconditions');
  const attemptLimit = numberOf(limits, 'attemptlimit');
  const threshold = element.child('completionthreshold');
  const hidden = element.child('presentation')?.child('navigationinterface')?.children('hidelmsui') ?? [];
  const maps = element.child('data')?.children('map') ?? [];
  return {
    ...objectivesOf(parts),
    ...(attemptLimit !== undefined && { attemptLimit }),
    sequencingControls: controlsOf(parts),
    sequencingRules: Object.fromEntries(
      (['preCondition', 'exitCondition', 'postCondition'] as const).map((kind) => [
        `${kind}Rules`,
        (parts('sequencingrules')[0]?.children(`${kind.toLowerCase()}rule`) ?? []).slice(0, most.rules).map(ruleOf),
      ]),
    ),
    rollupRules: { rules: (parts('rolluprules')[0]?.children('rolluprule') ?? []).slice(0, most.rules).map(rollupOf) },
    ...considerationsOf(parts),
    ...(threshold && {
      completionThreshold: defined({
        // before the 4th edition, the element has the measure as its text
        completedByMeasure: flagOf(threshold, 'completedbymeasure') ?? (threshold.text !== '' || undefined),
        minProgressMeasure: numberOf(threshold, 'minprogressmeasure') ?? numberIn(threshold.text),
        progressWeight: numberOf(threshold, 'progressweight'),
      }),
    }),
    ...(hidden.length > 0 && { hideLmsUi: hidden.slice(0, most.hidden).map(({ text }) => cut(text, most.word)) }),
    ...(maps.length > 0 && {
      sharedDataMaps: maps.slice(0, most.objectives).map((map) =>
        defined({
          targetID: text(map, 'targetid'),
          readSharedData: flagOf(map, 'readshareddata'),
          writeSharedData: flagOf(map, 'writeshareddata'),
        }),
      ),
    }),
  };
}

/** Where a manifest says nothing, the values of the standard: they are not those of every environment. */
function controlsOf(parts: Parts): Record<string, unknown> {
  const [mode] = parts('controlmode');
  const [rollup] = parts('rolluprules');
  const [random] = parts('randomizationcontrols');
  const [delivery] = parts('deliverycontrols');
  const [constrained] = parts('constrainedchoiceconsiderations');
  return defined({
    choice: flagOf(mode, 'choice') ?? true,
    choiceExit: flagOf(mode, 'choiceexit') ?? true,
    flow: flagOf(mode, 'flow') ?? false,
    forwardOnly: flagOf(mode, 'forwardonly') ?? false,
    useCurrentAttemptObjectiveInfo: flagOf(mode, 'usecurrentattemptobjectiveinfo') ?? true,
    useCurrentAttemptProgressInfo: flagOf(mode, 'usecurrentattemptprogressinfo') ?? true,
    preventActivation: flagOf(constrained, 'preventactivation') ?? false,
    constrainChoice: flagOf(constrained, 'constrainchoice') ?? false,
    rollupObjectiveSatisfied: flagOf(rollup, 'rollupobjectivesatisfied') ?? true,
    rollupProgressCompletion: flagOf(rollup, 'rollupprogresscompletion') ?? true,
    objectiveMeasureWeight: numberOf(rollup, 'objectivemeasureweight') ?? 1,
    selectionTiming: word(random, 'selectiontiming'),
    selectCount: numberOf(random, 'selectcount'),
    randomizationTiming: word(random, 'randomizationtiming'),
    // `reorderChildren` is left unset: to the run-time environment it means that the order was already made
    randomizeChildren: flagOf(random, 'reorderchildren'),
    tracked: flagOf(delivery, 'tracked') ?? true,
    completionSetByContent: flagOf(delivery, 'completionsetbycontent') ?? false,
    objectiveSetByContent: flagOf(delivery, 'objectivesetbycontent') ?? false,
  });
}

function ruleOf(rule: Element): Record<string, unknown> {
  const conditions = rule.child('ruleconditions');
  return {
    action: word(rule.child('ruleaction'), 'action') ?? '',
    conditionCombination: word(conditions, 'conditioncombination') ?? 'all',
    conditions: (conditions?.children('rulecondition') ?? []).slice(0, most.rules).map((condition) => {
      const threshold = numberOf(condition, 'measurethreshold');
      return {
        condition: word(condition, 'condition') ?? '',
        ...(condition.attribute('operator') === 'not' && { operator: 'not' }),
        ...(condition.attribute('referencedobjective') && {
          referencedObjective: objectiveIn(condition, 'referencedobjective'),
        }),
        ...(threshold !== undefined && { parameters: { threshold } }),
      };
    }),
  };
}

function rollupOf(rule: Element): Record<string, unknown> {
  const conditions = rule.child('rollupconditions');
  const share = numberOf(rule, 'minimumpercent');
  return defined({
    action: word(rule.child('rollupaction'), 'action') ?? '',
    consideration: word(rule, 'childactivityset') ?? 'all',
    conditionCombination: word(conditions, 'conditioncombination') ?? 'any',
    minimumCount: numberOf(rule, 'minimumcount'),
    // the manifest has a share from 0 to 1
    minimumPercent: share === undefined ? undefined : share * 100,
    conditions: (conditions?.children('rollupcondition') ?? []).slice(0, most.rules).map((condition) => ({
      condition: word(condition, 'condition') ?? '',
      ...(condition.attribute('operator') === 'not' && { operator: 'not' }),
    })),
  });
}

function considerationsOf(parts: Parts): Record<string, unknown> {
  const [considered] = parts('rollupconsiderations');
  if (!considered) return {};
  return {
    rollupConsiderations: defined({
      requiredForSatisfied: word(considered, 'requiredforsatisfied'),
      requiredForNotSatisfied: word(considered, 'requiredfornotsatisfied'),
      requiredForCompleted: word(considered, 'requiredforcompleted'),
      requiredForIncomplete: word(considered, 'requiredforincomplete'),
      measureSatisfactionIfActive: flagOf(considered, 'measuresatisfactionifactive'),
    }),
  };
}

/**
 * What objectives share with others, by the attributes of `mapInfo`; the 4th edition has an element of its own for
 * more.
 */
const shares = ['SatisfiedStatus', 'NormalizedMeasure'];
const shares4 = ['CompletionStatus', 'ProgressMeasure', 'RawScore', 'MinScore', 'MaxScore'];

/** Whether objectives are the element of the 4th edition: the older one has a primary objective. */
const isOf4 = (objectives: Element) => objectives.child('primaryobjective') === undefined;

/** The objectives of an item; what the 4th edition says of them is in a second element of the same name. */
function objectivesOf(parts: Parts): Record<string, unknown> {
  const lists = parts('objectives');
  const all = lists.flatMap((list, i) =>
    [...list.children('primaryobjective'), ...list.children('objective')].map((one) => ({ one, is4: i > 0 })),
  );
  const byId = new Map<string, Record<string, unknown> & { mapInfo: unknown[] }>();
  let primary: string | undefined;
  for (const { one, is4 } of all.slice(0, most.objectives)) {
    const isPrimary = one.name === 'primaryobjective';
    // the primary one may be without an id, and is then not among those that the item sees; a blank is both
    const objectiveID = objectiveIn(one, 'objectiveid') || (isPrimary ? ' ' : '');
    if (objectiveID === '') continue;
    if (isPrimary) primary = objectiveID;
    const known = byId.get(objectiveID);
    const before = known?.mapInfo ?? [];
    const maps = one.children('mapinfo').slice(0, most.maps - before.length);
    const mapInfo = [...before, ...maps.map((map) => mapOf(map, is4))];
    const isByMeasure = flagOf(one, 'satisfiedbymeasure');
    byId.set(objectiveID, {
      ...known,
      objectiveID,
      ...(isPrimary && { isPrimary }),
      ...(isByMeasure !== undefined && { satisfiedByMeasure: isByMeasure }),
      ...(isByMeasure && { minNormalizedMeasure: numberIn(one.child('minnormalizedmeasure')?.text) ?? 1 }),
      mapInfo,
    });
  }
  const primaryObjective = primary === undefined ? undefined : byId.get(primary);
  const objectives = [...byId].flatMap(([id, objective]) => (id === primary ? [] : [objective]));
  return { ...(primaryObjective && { primaryObjective }), objectives };
}

function mapOf(map: Element, is4: boolean): Record<string, unknown> {
  const [own, others] = is4 ? [shares4, shares] : [shares, shares4];
  return {
    targetObjectiveID: objectiveIn(map, 'targetobjectiveid'),
    ...Object.fromEntries([
      ...own.map((name) => [`read${name}`, flagOf(map, `read${name}`.toLowerCase()) ?? true]),
      ...own.map((name) => [`write${name}`, flagOf(map, `write${name}`.toLowerCase()) ?? false]),
      // of these the element says nothing, and their defaults are those of the other one
      ...others.flatMap((name) => [
        [`read${name}`, false],
        [`write${name}`, false],
      ]),
    ]),
  };
}

const objectiveIn = (element: Element, name: string) => cut(element.address(name), most.text);

const text = (element: Element, name: string, length: number = most.text) => cut(element.attribute(name) ?? '', length);

/** A word of the standard's vocabulary, or a duration; undefined for none. */
const word = (element: Element | undefined, name: string): string | undefined => {
  const value = element?.attribute(name);
  return value === undefined ? undefined : cut(value, most.word);
};

const flagOf = (element: Element | undefined, name: string): boolean | undefined => {
  const value = element?.attribute(name)?.toLowerCase();
  return value === undefined ? undefined : value === 'true' || value === '1';
};

const numberIn = (value: string | undefined): number | undefined =>
  value === undefined || value.length > most.word || value.trim() === '' || !Number.isFinite(Number(value))
    ? undefined
    : Number(value);

const numberOf = (element: Element | undefined, name: string) => numberIn(element?.attribute(name));

const defined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
