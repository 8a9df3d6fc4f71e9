// The rollup of SCORM 2004 (SN 4.6, RB.1.1 to RB.1.5): what a cluster has reached by what its children have. That of
// scorm-again weighs scores by factors of its own, and takes what is unknown for false; its processes are replaced
// here.

/** Three values, as the standard has them: what is unknown is undefined. */
const not = (value) => (value === undefined ? undefined : !value);
const every = (values) => (values.includes(false) ? false : values.includes(undefined) ? undefined : true);
const some = (values) => not(every(values.map(not)));

const isSatisfied = (child) =>
  child.objectiveInfoAvailableInCurrentParentAttempt !== false && child.objectiveSatisfiedStatusKnown
    ? child.objectiveSatisfiedStatus
    : undefined;

const isCompleted = (child) =>
  child.progressInfoAvailableInCurrentParentAttempt === false || child.completionStatus === 'unknown'
    ? undefined
    : child.completionStatus === 'completed';

/** Conditions that may be unknown, or that scorm-again does not know by the name of the manifest. */
const conditions = {
  satisfied: isSatisfied,
  objectiveStatusKnown: (child) => isSatisfied(child) !== undefined,
  completed: isCompleted,
  activityProgressKnown: (child) => isCompleted(child) !== undefined,
};

/** Whether a child meets a condition of a rule (RB.1.4.1). */
function meets(child, condition) {
  const own = conditions[condition.condition];
  if (!own) return condition.evaluate(child);
  return condition.operator === 'not' ? not(own(child)) : own(child);
}

/** Whether as many children meet a rule as it asks for; `met` is what each that contributes says (RB.1.4). */
function applies({ consideration, minimumCount, minimumPercent }, met) {
  const count = met.filter((value) => value === true).length;
  if (consideration === 'all') return count === met.length;
  if (consideration === 'any') return count > 0;
  if (consideration === 'none') return met.every((value) => value === false);
  if (consideration === 'atLeastCount') return count >= minimumCount;
  return consideration === 'atLeastPercent' && met.length > 0 && (count / met.length) * 100 >= minimumPercent;
}

/** Where a cluster has no rules for an action, the standard has these: all children, by one condition. */
const byDefault = {
  satisfied: 'satisfied',
  notSatisfied: 'objectiveStatusKnown',
  completed: 'completed',
  incomplete: 'activityProgressKnown',
};

/** Whether a rule with this action applies to a cluster; `other` is the opposite action. */
function isRuled(activity, action, other, filter) {
  const { rules } = activity.rollupRules;
  const hasOwn = rules.some((rule) => rule.action === action || rule.action === other);
  const standard = { action, consideration: 'all', conditions: [{ condition: byDefault[action] }] };
  const kind = action === 'satisfied' || action === 'notSatisfied' ? 'objective' : 'progress';
  const contributing = activity.getAvailableChildren().filter((child) => {
    // the skip rules alone (UP.2), whichever rule stands first
    child.wasSkipped = child.sequencingRules.preConditionRules.some(
      (rule) => rule.action === 'skip' && rule.evaluate(child),
    );
    return filter.checkChildForRollupSubprocess(child, kind, action);
  });
  // or a cluster whose parts count for nothing would be satisfied with the first of them, without anybody having said
  // so
  if (!hasOwn && contributing.length === 0) return false;
  return (hasOwn ? rules : [standard])
    .filter((rule) => rule.action === action)
    .some((rule) =>
      applies(
        rule,
        contributing.map((child) => {
          const met = rule.conditions.map((condition) => meets(child, condition));
          return met.length === 0 ? undefined : rule.conditionCombination === 'all' ? every(met) : some(met);
        }),
      ),
    );
}

/** The score of a cluster: the mean of its children's by their weights; one without a score counts as zero (RB.1.1). */
function rollUpMeasure(activity) {
  const children = activity.getAvailableChildren().filter(({ sequencingControls }) => sequencingControls.tracked);
  const scored = children.filter(
    (child) => child.objectiveInfoAvailableInCurrentParentAttempt !== false && child.objectiveMeasureStatus,
  );
  const weight = ({ sequencingControls }) => sequencingControls.objectiveMeasureWeight;
  const counted = children.reduce((sum, child) => sum + weight(child), 0);
  activity.objectiveMeasureStatus = scored.length > 0 && counted > 0;
  if (activity.objectiveMeasureStatus)
    activity.objectiveNormalizedMeasure =
      scored.reduce((sum, child) => sum + child.objectiveNormalizedMeasure * weight(child), 0) / counted;
  // by an extension of its own, scorm-again rolls up what this returns: clusters that depend on this one
  return [];
}

/** Whether a cluster is satisfied: by its score, or by rules (RB.1.2). */
function rollUpObjective(activity) {
  const { primaryObjective, objectiveMeasureStatus, objectiveNormalizedMeasure, scaledPassingScore } = activity;
  const set = (value) => {
    if (value !== undefined) activity.objectiveSatisfiedStatus = value;
    else Object.assign(activity, { objectiveSatisfiedStatusKnown: false, successStatus: 'unknown' });
    this.syncPrimaryObjectiveFromActivity(activity);
    // or it would be unknown once the state was stored and resumed
    if (primaryObjective) primaryObjective.progressStatus = value !== undefined;
  };
  if (primaryObjective?.satisfiedByMeasure) {
    const mayCount = !activity.isActive || activity.rollupConsiderations.measureSatisfactionIfActive;
    set(objectiveMeasureStatus && mayCount ? objectiveNormalizedMeasure >= (scaledPassingScore ?? 1) : undefined);
    return;
  }
  if (isRuled(activity, 'notSatisfied', 'satisfied', this.childFilter)) set(false);
  if (isRuled(activity, 'satisfied', 'notSatisfied', this.childFilter)) set(true);
}

/** Whether a cluster is completed: by its progress, or by rules (RB.1.3). */
function rollUpProgress(activity) {
  if (this.activityProgressRollupUsingMeasure(activity)) return;
  const set = (value) => {
    activity.completionStatus = value;
    this.objectiveProcessor.syncPrimaryObjectiveFromActivity(activity);
  };
  if (isRuled(activity, 'incomplete', 'completed', this.childFilter)) set('incomplete');
  if (isRuled(activity, 'completed', 'incomplete', this.childFilter)) set('completed');
}

/**
 * Lets scorm-again roll up as the standard says. Its classes are changed, not this environment alone: a preview of a
 * way works on others.
 */
export function rollUpByTheStandard(environment) {
  const process = environment.getSequencingService().getOverallSequencingProcess().rollupProcess;
  const prototypeOf = (one) => Object.getPrototypeOf(one);
  prototypeOf(process.measureProcessor).measureRollupProcess = rollUpMeasure;
  prototypeOf(process.objectiveProcessor).objectiveRollupProcess = rollUpObjective;
  prototypeOf(process.progressProcessor).activityProgressRollupProcess = rollUpProgress;
  const whole = prototypeOf(process);
  const rollUpParents = whole.rollUpParents ?? whole.overallRollupProcess;
  whole.rollUpParents = rollUpParents;
  // a cluster that has ended is rolled up itself, and not only those above it (RB.1.5)
  whole.overallRollupProcess = function (activity, objectives) {
    return rollUpParents.call(this, activity.children.length > 0 ? { parent: activity } : activity, objectives);
  };
}
