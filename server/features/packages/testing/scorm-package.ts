import { type RawEntry, rawZip } from '../../../platform/archives/testing/raw-zip.ts';

type Item = { id: string; title: string; href?: string; more?: string; isAsset?: boolean };
type Edition = '1.2' | '2004 2nd Edition' | '2004 3rd Edition' | '2004 4th Edition';

const spaces = {
  '1.2':
    'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
  '2004':
    'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss" xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3"',
};

/** A manifest of an edition, with the items in one level. */
export function manifestOf(edition: Edition, items: readonly Item[], { title = 'Mooring safely' } = {}): string {
  const is12 = edition === '1.2';
  const version = edition === '2004 2nd Edition' ? 'CAM 1.3' : edition;
  const type = is12 ? 'adlcp:scormtype' : 'adlcp:scormType';
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="package" version="1" ${spaces[is12 ? '1.2' : '2004']}>
<metadata><schema>ADL SCORM</schema><schemaversion>${version}</schemaversion></metadata>
<organizations default="org"><organization identifier="org"><title>${title}</title>
${items.map(({ id, title: of, href, more = '' }) => `<item identifier="${id}"${href === undefined ? '' : ` identifierref="r-${id}"`}><title>${of}</title>${more}</item>`).join('\n')}
</organization></organizations>
<resources>${items.map(({ id, href, isAsset }) => (href === undefined ? '' : `<resource identifier="r-${id}" type="webcontent" ${type}="${isAsset ? 'asset' : 'sco'}" href="${href}"><file href="${href}"/></resource>`)).join('')}</resources>
</manifest>`;
}

/** A page of a package that uses the API of SCORM 1.2 or 2004 as authoring tools do. */
const scoPage = (edition: '1.2' | '2004'): string => `<!doctype html><meta charset="utf-8"><title>Lesson</title>
<body><h1>Mooring lines</h1><p id="was"></p>
<button onclick="put('page 2')">Page 2</button><button onclick="complete()">Complete</button>
<script>
  const is12 = ${edition === '1.2'};
  const name = is12 ? 'API' : 'API_1484_11';
  let api = null;
  for (let at = window; !api; at = at.parent) { api = at[name]; if (at === at.parent) break; }
  const call = (a, b) => (...args) => api[is12 ? a : b](...args);
  const get = call('LMSGetValue', 'GetValue'), set = call('LMSSetValue', 'SetValue');
  call('LMSInitialize', 'Initialize')('');
  const place = is12 ? 'cmi.core.lesson_location' : 'cmi.location';
  document.querySelector('#was').textContent = 'Bookmark: ' + (get(place) || 'none') + '; ' + get('cmi.suspend_data');
  function put(page) { set(place, page); set('cmi.suspend_data', 'seen=' + page); call('LMSCommit', 'Commit')(''); }
  function complete() {
    set(is12 ? 'cmi.core.lesson_status' : 'cmi.completion_status', 'completed');
    set(is12 ? 'cmi.core.score.raw' : 'cmi.score.scaled', is12 ? '90' : '0.9');
    if (!is12) set('cmi.success_status', 'passed');
    set('cmi.interactions.0.id', 'q1'); set('cmi.interactions.0.type', 'choice');
    set('cmi.interactions.0.result', 'correct');
    call('LMSCommit', 'Commit')('');
  }
  addEventListener('pagehide', () => call('LMSFinish', 'Terminate')(''));
</script>`;

/**
 * A package of SCORM 2004 whose rules say in which order its parts are opened: the test only after the lesson is
 * complete, and the package is passed with the test.
 *
 * @param threshold an element of the test beside its rules.
 */
export function orderedPackage(threshold = ''): Buffer {
  const lesson = `<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="lesson"><imsss:mapInfo
    targetObjectiveID="lesson-passed" readSatisfiedStatus="false" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>
    <imsss:rollupRules rollupObjectiveSatisfied="false"/><imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/></imsss:sequencing>`;
  const test = `<imsss:sequencing><imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions
    conditionCombination="any"><imsss:ruleCondition referencedObjective="before" operator="not" condition="satisfied"/><imsss:ruleCondition
    referencedObjective="before" operator="not" condition="objectiveStatusKnown"/></imsss:ruleConditions><imsss:ruleAction action="disabled"/>
    </imsss:preConditionRule></imsss:sequencingRules><imsss:objectives><imsss:primaryObjective objectiveID="test"/>
    <imsss:objective objectiveID="before"><imsss:mapInfo targetObjectiveID="lesson-passed" readSatisfiedStatus="true"/>
    </imsss:objective></imsss:objectives></imsss:sequencing>`;
  const items = [
    { id: 'lesson', title: 'Mooring lines', href: 'lesson.html', more: lesson },
    { id: 'test', title: 'Final test', href: 'test.html', more: test + threshold },
  ];
  const mode = '<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing></organization>';
  return rawZip([
    { name: 'imsmanifest.xml', content: manifestOf('2004 4th Edition', items).replace('</organization>', mode) },
    { name: 'lesson.html', content: scoPage('2004') },
    { name: 'test.html', content: scoPage('2004').replace('Mooring lines', 'Final test') },
  ]);
}

/** A small package of an edition: a lesson that reports, and a page to read. */
export function scormPackage(
  edition: Edition = '1.2',
  more: readonly RawEntry[] = [],
  { title }: { title?: string } = {},
): Buffer {
  const items = [
    { id: 'lesson', title: 'Mooring lines', href: 'lesson/index.html' },
    { id: 'notes', title: 'Notes', href: 'notes.html', isAsset: true },
  ];
  return rawZip([
    { name: 'imsmanifest.xml', content: manifestOf(edition, items, title === undefined ? {} : { title }) },
    { name: 'lesson/index.html', content: scoPage(edition === '1.2' ? '1.2' : '2004') },
    { name: 'notes.html', content: '<!doctype html><title>Notes</title><p>Keep clear of the bight.</p>' },
    { name: 'media/line.mp4', content: Buffer.alloc(5000, 'film'), method: 'stored' },
    ...more,
  ]);
}
