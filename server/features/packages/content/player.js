// The page that plays a package, at the second origin. It gives the package the API of SCORM, and passes what is stored
// to the academy's page, which framed it. Nothing that it says proves anything: the package can call whatever is here.

/** Milliseconds after which a value that was set is committed, whether or not the package asks for it. */
const storeAfter = 2000;

/** Characters in one value of the state of a package's order; more are spread over several. */
const mostCharacters = 60_000;

const academy = document.documentElement.dataset.academy;
const tell = (message) => parent.postMessage({ fairlead: 'package', ...message }, academy);

/** What packages call, by edition. */
const editions = {
  1.2: {
    ...{ api: 'API', begin: 'LMSInitialize', end: 'LMSFinish', get: 'LMSGetValue', set: 'LMSSetValue' },
    ...{ commit: 'LMSCommit', others: ['LMSGetLastError', 'LMSGetErrorString', 'LMSGetDiagnostic'] },
  },
  2004: {
    ...{ api: 'API_1484_11', begin: 'Initialize', end: 'Terminate', get: 'GetValue', set: 'SetValue' },
    ...{ commit: 'Commit', others: ['GetLastError', 'GetErrorString', 'GetDiagnostic'] },
  },
};

/** The item that is played: its frame, and its run-time environment. */
let playing;
/** The rules of a package about the order of its items; their environment stays from item to item. */
let order;

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== academy || source !== parent || data?.fairlead !== 'academy') return;
  const work = { begin, play, go, flush, stop }[data.kind];
  Promise.resolve(work?.(data)).catch((error) => tell({ kind: 'failed', reason: String(error) }));
});

/** Plays an item that the learner has chosen, or that the rules of the package have. */
async function play({ edition, item, launch, isScored, isSelfCompleting, values }) {
  leave();
  const now = { item, isSelfCompleting, names: editions[edition], isOver: false, frame: newFrame() };
  playing = now;
  if (isScored || order) {
    const environment = order?.environment ?? (await newEnvironment(edition));
    if (playing !== now) return;
    // the rules and what they have counted stay
    if (order) environment.reset();
    environment.loadFromFlattenedJSON(values);
    now.environment = environment;
    window[now.names.api] = apiFor(now);
  }
  // the package is below the path of this page, which has the token
  now.frame.src = new URL(`content/${launch}`, location.href).href;
  now.frame.addEventListener('load', () => tell({ kind: 'shown', item }), { once: true });
  document.body.replaceChildren(now.frame);
}

function newFrame() {
  const frame = document.createElement('iframe');
  frame.title = 'Package';
  frame.allow = 'fullscreen; autoplay';
  return frame;
}

async function newEnvironment(edition, settings = {}) {
  const { Scorm12API, Scorm2004API } = await import(edition === '1.2' ? './scorm12.js' : './scorm2004.js');
  return new (edition === '1.2' ? Scorm12API : Scorm2004API)({
    autocommit: false,
    alwaysSendTotalTime: true,
    dataCommitFormat: 'flattened',
    lmsCommitUrl: 'academy',
    logLevel: 5,
    httpService: { processHttpRequest: (_url, commit) => store(commit), updateSettings: () => undefined },
    ...settings,
  });
}

/** Passes on what the item that is played has stored, or has set only. */
function store(commit) {
  if (playing && !playing.isOver) {
    const { item, isDraft } = playing;
    if (isDraft) {
      tell({ kind: 'set', item, values: textsIn(commit) });
      return { result: 'true', errorCode: 0 };
    }
    clearTimeout(playing.timer);
    playing.timer = undefined;
    tell({ kind: 'stored', item, values: textsIn(commit) });
    // what it has stored may open other items
    if (order) setTimeout(tellOrder);
  }
  return { result: 'true', errorCode: 0 };
}

/** The values as texts, without the empty ones; what has no value yet is an object there. */
const textsIn = (commit) =>
  Object.fromEntries(
    Object.entries(commit).flatMap(([name, value]) =>
      (typeof value === 'string' || typeof value === 'number') && value !== '' ? [[name, String(value)]] : [],
    ),
  );

/** The API as an item finds it. One that was left already stores nothing more. */
function apiFor(now) {
  const { names, environment } = now;
  const call =
    (name) =>
    (...values) =>
      now.isOver ? 'false' : environment[name](...values);
  const api = Object.fromEntries([names.get, names.commit, ...names.others].map((name) => [name, call(name)]));
  api[names.begin] = (...values) => {
    if (order) setTimeout(tellOrder);
    return call(names.begin)(...values);
  };
  api[names.set] = (name, value) => {
    // where the learner goes counts more than what an item asks for while it is left
    if (now.isLeft && name === 'adl.nav.request') return 'true';
    const answer = call(names.set)(name, value);
    // the academy's page knows it at once: the whole tab may be closed before it is committed
    now.draft ??= setTimeout(() => {
      now.draft = undefined;
      if (now.isOver || now.timer === undefined || !environment.isInitialized()) return;
      // what the package asks about its last error stays as it was
      const { lastErrorCode } = environment;
      now.isDraft = true;
      try {
        environment[names.commit]('');
      } finally {
        // or nothing that it commits would be stored any more
        now.isDraft = false;
        environment.lastErrorCode = lastErrorCode;
      }
    });
    now.timer ??= setTimeout(() => {
      now.timer = undefined;
      if (!now.isOver && environment.isInitialized()) environment[names.commit]('');
    }, storeAfter);
    return answer;
  };
  api[names.end] = (...values) => {
    if (!now.isOver) completeAtEnd(now);
    if (order) order.delivered = undefined;
    const answer = call(names.end)(...values);
    if (order && !now.isLeft) tellOrder();
    return answer;
  };
  return api;
}

/**
 * An item that has said nothing of its completion until it ends is complete (SCORM 1.2 RTE 3.4.4, SCORM 2004 SN UP.4).
 * By rules about the order, the environment does that itself.
 */
function completeAtEnd({ environment, names, isSelfCompleting }) {
  if (order || isSelfCompleting || !environment.isInitialized()) return;
  const is = (name, value) => environment[names.get](name) === value;
  if (names === editions['1.2']) {
    if (is('cmi.core.lesson_status', 'not attempted')) environment[names.set]('cmi.core.lesson_status', 'completed');
  } else if (is('cmi.completion_status', 'unknown') && is('cmi.success_status', 'unknown')) {
    environment[names.set]('cmi.completion_status', 'completed');
  }
}

/** Ends the item that is played. One that is closed without an end keeps what it had set. */
function leave() {
  const last = playing;
  if (!last) return;
  last.frame.remove();
  if (last.environment?.isInitialized()) last.environment[last.names.end]('');
  clearTimeout(last.timer);
  clearTimeout(last.draft);
  last.isOver = true;
  playing = undefined;
  delete window[last.names.api];
}

/** Begins a package whose rules say in which order its items are opened, or resumes it. */
async function begin({ tree, state }) {
  leave();
  const own = {
    root: tree.id,
    items: itemsIn(tree),
    hidden: [],
    deliveries: 0,
    ahead: new Map(),
    refused: undefined,
    delivered: undefined,
    attempts: new Map(),
  };
  own.environment = await newEnvironment('2004', {
    sequencing: {
      activityTree: state === '' ? shuffled(tree) : tree,
      hideLmsUi: [],
      eventListeners: {
        onActivityDelivery: ({ id, attemptCount }) => {
          // a new attempt begins without what the last one has stored; one that was suspended goes on
          own.deliveries += 1;
          own.delivered = { id, isNew: own.attempts.get(id) !== attemptCount };
          own.attempts.set(id, attemptCount);
        },
        onNavigationValidityUpdate: ({ hideLmsUi }) => {
          own.hidden = hideLmsUi ?? [];
        },
      },
    },
  });
  const { rollUpByTheStandard } = await import('./rollup.js');
  rollUpByTheStandard(own.environment);
  order = own;
  const isResumed = state !== '' && own.environment.deserializeSequencingState(state);
  if (isResumed) own.attempts = attemptsIn(own.environment.getSequencingService()?.getSequencingState().rootActivity);
  if (!isResumed || !own.environment.processNavigationRequest('resumeAll'))
    own.environment.processNavigationRequest('start');
  tellOrder();
}

/**
 * A tree for the first attempt, with a random order where each attempt has one. The environment makes it only when an
 * attempt has begun, and the first part is chosen by then.
 */
function shuffled({ children, ...activity }) {
  const { randomizeChildren, randomizationTiming } = activity.sequencingControls ?? {};
  const order = children.map(shuffled);
  if (randomizeChildren && randomizationTiming === 'onEachNewAttempt')
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [order[last], order[other]] = [order[other], order[last]];
    }
  return { ...activity, children: order };
}

/** How often each activity was begun so far. */
const attemptsIn = (activity) =>
  new Map(
    activity
      ? [[activity.id, activity.attemptCount], ...activity.children.flatMap((child) => [...attemptsIn(child)])]
      : [],
  );

const itemsIn = ({ id, children }) => [id, ...children.flatMap(itemsIn)];

/** Leaves the item that is played, and goes where the learner wants to, if the rules allow it. */
function go({ request: wanted, target: chosen }) {
  if (!order) return;
  const { environment, ahead } = order;
  // the next item may be the one that is chosen where the rules forbid a choice
  const way = wanted === 'choice' && !mayChoose(chosen) ? ahead.get(chosen) : undefined;
  const [request, target] = way ? [way] : [wanted, chosen];
  order.delivered = undefined;
  if (playing && environment.isInitialized()) {
    environment.SetValue('adl.nav.request', target === undefined ? request : `{target=${target}}${request}`);
    playing.isLeft = true;
    leave();
  } else if (environment.processNavigationRequest(request, target) || !playing) leave();
  // an item that was never begun, such as one with a broken script, stays open where the rules lead nowhere
  else order.delivered = { id: playing.item, isNew: false };
  order.refused = order.delivered ? undefined : request;
  tellOrder();
}

/** Whether the rules let the learner choose an item now. */
const mayChoose = (id) =>
  order.environment.getSequencingService()?.getOverallSequencingProcess()?.predictChoiceEnabled(id) === true;

/**
 * Says where the learner is, where they may go, and what the course has reached by its rules; and passes on its state.
 */
function tellOrder() {
  if (!order) return;
  const { environment, root, items, hidden, deliveries, delivered } = order;
  const service = environment.getSequencingService();
  const isBegun = service?.getSequencingState().currentActivity != null;
  // where each way would lead if the item that is open ended now
  const ways = {
    continue: environment.previewNavigationRequest('continue'),
    previous: environment.previewNavigationRequest('previous'),
  };
  // the end of a package is told by a way that leads nowhere
  const isOpen = (name) =>
    isBegun && !hidden.includes(name) && ways[name].outcome !== 'blocked' && order.refused !== name;
  order.ahead = new Map(
    Object.entries(ways).flatMap(([name, { outcome, targetActivityId }]) =>
      outcome === 'allowed' && !hidden.includes(name) ? [[targetActivityId, name]] : [],
    ),
  );
  tell({
    kind: 'order',
    current: delivered?.id ?? null,
    delivery: deliveries,
    isNew: delivered?.isNew === true,
    next: isOpen('continue'),
    previous: isOpen('previous'),
    choices: items.filter((id) => mayChoose(id) || order.ahead.has(id)),
  });
  const { completionStatus, successStatus, score } = environment.getActivityTrackingData(root) ?? {};
  const state = resumable(environment.serializeSequencingState());
  const pieces = Array.from({ length: Math.ceil(state.length / mostCharacters) }, (_, i) => [
    `order.${i}`,
    state.slice(i * mostCharacters, (i + 1) * mostCharacters),
  ]);
  const values = {
    'cmi.completion_status': completionStatus ?? 'unknown',
    'cmi.success_status': successStatus ?? 'unknown',
    ...(typeof score === 'number' && { 'cmi.score.scaled': String(score) }),
    ...Object.fromEntries(pieces),
  };
  tell({ kind: 'stored', item: '', values });
}

/**
 * The state as it is resumed: the item that is open counts as suspended. A device that is switched off cannot suspend
 * it any more.
 */
function resumable(serialized) {
  // it has everything twice
  const { suspensionState: _, ...state } = JSON.parse(serialized);
  const { sequencing } = state;
  const open = sequencing?.currentActivity;
  if (open) {
    sequencing.currentActivity = null;
    sequencing.suspendedActivity = open;
    for (const activity of Object.values(sequencing.activityStates ?? {}))
      if (activity.isActive) Object.assign(activity, { isActive: false, isSuspended: true });
  }
  return JSON.stringify({ ...state, currentActivityId: null });
}

/** Passes on what was set since the last commit: the page may end without a word. */
function flush() {
  if (playing?.environment?.isInitialized()) playing.environment[playing.names.commit]('');
}

function stop() {
  if (order) go({ request: 'suspendAll' });
  else leave();
}

addEventListener('pagehide', stop);
tell({ kind: 'ready' });
