// A small lesson of SCORM 1.2: it keeps the page, each answer and the score.
const sections = [...document.querySelectorAll('section')];
const questions = sections.filter((section) => section.dataset.question);
const next = document.querySelector('#next');
const api = find();
const set = (name, value) => api?.LMSSetValue(name, String(value));

function find() {
  for (let at = window; ; at = at.parent) {
    if (at.API) return at.API;
    if (at === at.parent) return undefined;
  }
}

api?.LMSInitialize('');
if (api?.LMSGetValue('cmi.core.lesson_status') === 'not attempted') set('cmi.core.lesson_status', 'incomplete');
const right = new Set((api?.LMSGetValue('cmi.suspend_data') || '').split(' ').filter(Boolean));
let page = Math.min(Number(api?.LMSGetValue('cmi.core.lesson_location')) || 0, sections.length - 1);
let answers = Number(api?.LMSGetValue('cmi.interactions._count')) || 0;
show();

next.addEventListener('click', () => {
  page = Math.min(page + 1, sections.length - 1);
  show();
});

for (const section of questions)
  section.addEventListener('click', ({ target }) => {
    const { answer, right: isRight } = target.dataset;
    if (!answer) return;
    for (const button of section.querySelectorAll('button')) button.setAttribute('aria-pressed', button === target);
    const { question } = section.dataset;
    if (isRight === undefined) right.delete(question);
    else right.add(question);
    const name = `cmi.interactions.${answers}`;
    answers += 1;
    set(`${name}.id`, question);
    set(`${name}.type`, 'choice');
    set(`${name}.student_response`, answer.charAt(0));
    set(`${name}.result`, isRight === undefined ? 'wrong' : 'correct');
    set('cmi.suspend_data', [...right].join(' '));
    next.hidden = false;
  });

function show() {
  sections.forEach((section, i) => {
    section.hidden = i !== page;
  });
  const isLast = page === sections.length - 1;
  next.hidden = isLast || sections[page].dataset.question !== undefined;
  document.querySelector('#at').textContent = `${page + 1} of ${sections.length}`;
  set('cmi.core.lesson_location', page);
  if (isLast) {
    const score = Math.round((right.size * 100) / questions.length);
    document.querySelector('#result').textContent =
      `You answered ${right.size} of ${questions.length} questions right.`;
    set('cmi.core.score.raw', score);
    set('cmi.core.score.min', 0);
    set('cmi.core.score.max', 100);
    set('cmi.core.lesson_status', score >= 50 ? 'passed' : 'failed');
  }
  api?.LMSCommit('');
}

addEventListener('pagehide', () => {
  set('cmi.core.exit', 'suspend');
  api?.LMSFinish('');
});
