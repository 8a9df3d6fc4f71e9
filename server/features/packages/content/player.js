// The page that plays a package, at the second origin. It gives the package the API of SCORM, and passes what is stored to
// the academy's page, which framed it. Nothing that it says proves anything: the package can call whatever is here.

/** Milliseconds after which a value that was set is stored, whether or not the package asks for it. */
const storeAfter = 2000;

const academy = document.documentElement.dataset.academy;
const tell = (message) => parent.postMessage({ fairlead: 'package', ...message }, academy);

/** What is played now: the API, and the frame with an item of the package. */
let playing;

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== academy || source !== parent || data?.fairlead !== 'academy') return;
  if (data.kind === 'play') play(data).catch((error) => tell({ kind: 'failed', reason: String(error) }));
  if (data.kind === 'stop') stop();
});

async function play({ edition, item, launch, isScored, values }) {
  stop();
  const now = {
    item,
    isOver: false,
    timer: undefined,
    frame: document.createElement('iframe'),
    finish: () => undefined,
  };
  playing = now;
  if (isScored) await provideApi(now, { edition, values });
  if (playing !== now) return;
  now.frame.title = 'Package';
  now.frame.allow = 'fullscreen; autoplay';
  now.frame.setAttribute('allowfullscreen', '');
  // the package is below the path of this page, which has the token
  now.frame.src = new URL(`content/${launch}`, location.href).href;
  now.frame.addEventListener('load', () => tell({ kind: 'shown', item }), { once: true });
  document.body.replaceChildren(now.frame);
}

/** Ends the item that is played; what it stores when it is left is passed on before this returns. */
function stop() {
  const last = playing;
  if (!last) return;
  last.frame.remove();
  last.finish();
  clearTimeout(last.timer);
  last.isOver = true;
  playing = undefined;
  delete window.API;
  delete window.API_1484_11;
}

async function provideApi(now, { edition, values }) {
  const is12 = edition === '1.2';
  const { Scorm12API, Scorm2004API } = await import(is12 ? './scorm12.js' : './scorm2004.js');
  const names = is12
    ? { set: 'LMSSetValue', end: 'LMSFinish', commit: 'LMSCommit' }
    : { set: 'SetValue', end: 'Terminate', commit: 'Commit' };
  const store = (_url, commit, isEnd) => {
    clearTimeout(now.timer);
    now.timer = undefined;
    if (!now.isOver) tell({ kind: 'stored', item: now.item, values: textsIn(commit), isEnd: isEnd === true });
    return { result: 'true', errorCode: 0 };
  };
  const api = new (is12 ? Scorm12API : Scorm2004API)({
    autocommit: false,
    alwaysSendTotalTime: true,
    dataCommitFormat: 'flattened',
    lmsCommitUrl: 'academy',
    logLevel: 5,
    httpService: { processHttpRequest: store, updateSettings: () => undefined },
  });
  api.loadFromFlattenedJSON(values);
  const set = api[names.set].bind(api);
  api[names.set] = (...args) => {
    const answer = set(...args);
    now.timer ??= setTimeout(() => {
      now.timer = undefined;
      if (api.isInitialized()) api[names.commit]('');
    }, storeAfter);
    return answer;
  };
  api.on(names.end, () => tell({ kind: 'ended', item: now.item }));
  // a package that is closed without an end keeps what it had set
  now.finish = () => {
    if (api.isInitialized()) api[names.end]('');
  };
  window[is12 ? 'API' : 'API_1484_11'] = api;
}

/** The values as texts, without the empty ones; what has no value yet is an object there. */
const textsIn = (commit) =>
  Object.fromEntries(
    Object.entries(commit).flatMap(([name, value]) =>
      (typeof value === 'string' || typeof value === 'number') && value !== '' ? [[name, String(value)]] : [],
    ),
  );

addEventListener('pagehide', stop);
tell({ kind: 'ready' });
