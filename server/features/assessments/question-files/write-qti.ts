import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { type PictureBytes, tags, type WithPicture, writtenOptions } from './found-questions.ts';

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');
/** A text as XHTML, with its line breaks and its double spaces, which XHTML would make one. */
const xhtml = (text: string) =>
  escaped(text)
    .replace(/ (?= )/g, '&#160;')
    .replaceAll('\n', '<br/>');
const header = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'http://www.imsglobal.org/xsd';
const template = (name: string) =>
  `<qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/${name}.xml"/>`;
const rounded = (share: number) => String(Math.round(share * 1e6) / 1e6);

type Body = {
  cardinality: 'single' | 'multiple' | 'ordered';
  baseType: 'identifier' | 'directedPair' | 'float' | 'string';
  correct: readonly string[];
  /** What single answers earn, where the answer is scored by them. */
  mapping?: readonly { key: string; value: number; isCased?: boolean }[];
  interaction: string;
  processing: string;
  label?: string;
};

const id = (prefix: string, place: number) => `${prefix}${place + 1}`;
const idOf = (prefix: string, texts: readonly string[], text: string) => id(prefix, texts.indexOf(text));
const choices = (texts: readonly string[]) =>
  texts.map((text, i) => `<qti-simple-choice identifier="${id('c', i)}">${xhtml(text)}</qti-simple-choice>`).join('\n');
const imageOf = ({ name }: PictureBytes, alt: string) =>
  `<img src="../pictures/${escaped(name)}" alt="${escaped(alt)}"/>`;
const picturedChoices = (question: WithPicture) =>
  writtenOptions(question)
    .map(({ text, alt = '', file }, i) => {
      const image = file ? `${text && '<br/>'}${imageOf(file, alt)}` : '';
      const fixed = question.fixedOptions?.[i] ? ' fixed="true"' : '';
      return `<qti-simple-choice identifier="${id('c', i)}"${fixed}>${xhtml(text)}${image}</qti-simple-choice>`;
    })
    .join('\n');
const associable = (prefix: string, texts: readonly string[], matchMax: number) =>
  `<qti-simple-match-set>${texts
    .map(
      (text, i) =>
        `<qti-simple-associable-choice identifier="${id(prefix, i)}" match-max="${matchMax}">${xhtml(text)}</qti-simple-associable-choice>`,
    )
    .join('')}</qti-simple-match-set>`;
const entry = '<p><qti-text-entry-interaction response-identifier="RESPONSE"/></p>';

function bodyOf(question: WithPicture): Body {
  const { options } = question;
  switch (question.kind) {
    case 'several-choices': {
      const { correctAnswers, partMarks } = question;
      const share = 1 / correctAnswers.length;
      return {
        cardinality: 'multiple',
        baseType: 'identifier',
        correct: correctAnswers.map((one) => idOf('c', options, one)),
        ...(partMarks && {
          mapping: options.map((one, i) => ({ key: id('c', i), value: correctAnswers.includes(one) ? share : -share })),
        }),
        interaction: `<qti-choice-interaction response-identifier="RESPONSE" shuffle="true" max-choices="0">\n${picturedChoices(question)}\n</qti-choice-interaction>`,
        processing: template(partMarks ? 'map_response' : 'match_correct'),
      };
    }
    case 'number':
      return {
        cardinality: 'single',
        baseType: 'float',
        correct: [question.correctAnswer],
        interaction: entry,
        processing: `<qti-response-processing><qti-response-condition><qti-response-if>
<qti-equal tolerance-mode="absolute" tolerance="${question.tolerance} ${question.tolerance}"><qti-variable identifier="RESPONSE"/><qti-correct identifier="RESPONSE"/></qti-equal>
<qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">1</qti-base-value></qti-set-outcome-value>
</qti-response-if></qti-response-condition></qti-response-processing>`,
      };
    case 'short-answer':
      return {
        cardinality: 'single',
        baseType: 'string',
        correct: question.correctAnswers.slice(0, 1),
        mapping: question.correctAnswers.map((key) => ({ key, value: 1, isCased: question.matchCase === true })),
        interaction: entry,
        processing: template('map_response'),
      };
    case 'matching': {
      const { prompts, correctAnswers, partMarks } = question;
      const pairs = prompts.map((_, i) => `${id('p', i)} ${idOf('m', options, correctAnswers[i] ?? '')}`);
      return {
        cardinality: 'multiple',
        baseType: 'directedPair',
        correct: pairs,
        ...(partMarks && { mapping: pairs.map((key) => ({ key, value: 1 / pairs.length })) }),
        interaction: `<qti-match-interaction response-identifier="RESPONSE" shuffle="true" max-associations="${prompts.length}">${associable('p', prompts, 1)}${associable('m', options, prompts.length)}</qti-match-interaction>`,
        processing: template(partMarks ? 'map_response' : 'match_correct'),
      };
    }
    case 'ordering': {
      const { correctAnswers, partMarks } = question;
      return {
        cardinality: 'ordered',
        baseType: 'identifier',
        correct: correctAnswers.map((one) => idOf('c', options, one)),
        interaction: `<qti-order-interaction response-identifier="RESPONSE" shuffle="true">\n${choices(options)}\n</qti-order-interaction>`,
        processing: template('match_correct'),
        // no template of QTI scores the places of an order
        ...(partMarks && { label: tags.partMarks }),
      };
    }
    default:
      return {
        cardinality: 'single',
        baseType: 'identifier',
        correct: [idOf('c', options, question.correctAnswer)],
        interaction: `<qti-choice-interaction response-identifier="RESPONSE" shuffle="true" max-choices="1">\n${picturedChoices(question)}\n</qti-choice-interaction>`,
        processing: template('match_correct'),
      };
  }
}

function itemOf(question: WithPicture, place: number): string {
  const { questionText, explanation = '', forPractice, picture, pictureBytes } = question;
  const { cardinality, baseType, correct, mapping, interaction, processing, label } = bodyOf(question);
  const labels = [forPractice && tags.practice, label].filter(Boolean).join(' ');
  const mapped =
    mapping &&
    `<qti-mapping lower-bound="0" upper-bound="1" default-value="0">${mapping
      .map(
        ({ key, value, isCased }) =>
          `<qti-map-entry map-key="${escaped(key)}" mapped-value="${rounded(value)}"${isCased === undefined ? '' : ` case-sensitive="${isCased}"`}/>`,
      )
      .join('')}</qti-mapping>`;
  const image = picture && pictureBytes ? `<p>${imageOf(pictureBytes, picture.text)}</p>\n` : '';
  const feedback = explanation
    ? `<qti-modal-feedback outcome-identifier="FEEDBACK" identifier="explanation" show-hide="hide"><qti-content-body><p>${xhtml(explanation)}</p></qti-content-body></qti-modal-feedback>\n`
    : '';
  return `${header}<qti-assessment-item xmlns="${schema}/imsqtiasi_v3p0" identifier="${id('q', place)}" title="${escaped(titleOf(questionText))}"${labels ? ` label="${labels}"` : ''} adaptive="false" time-dependent="false">
<qti-response-declaration identifier="RESPONSE" cardinality="${cardinality}" base-type="${baseType}">
<qti-correct-response>${correct.map((one) => `<qti-value>${escaped(one)}</qti-value>`).join('')}</qti-correct-response>${mapped ?? ''}
</qti-response-declaration>
<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"><qti-default-value><qti-value>0</qti-value></qti-default-value></qti-outcome-declaration>
<qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"/>
<qti-item-body>
<p>${xhtml(questionText)}</p>
${image}${interaction}
</qti-item-body>
${processing}
${feedback}</qti-assessment-item>
`;
}

/** The title of an item: the beginning of its text, on one line. */
const titleOf = (text: string) => text.replace(/\s+/g, ' ').slice(0, 80);

/** An item in a section, in which others are shuffled around one that is fixed. */
const itemRef = (item: number, isFixed: boolean) =>
  `<qti-assessment-item-ref identifier="${id('q', item)}" href="items/${id('q', item)}.xml"${isFixed ? ' fixed="true"' : ''}/>`;

/** A test with a section for each topic, in the order of the questions. */
function testOf(title: string, questions: readonly WithPicture[]): string {
  const sections: { topic: string; items: number[] }[] = [];
  for (const [i, { topic }] of questions.entries()) {
    const last = sections.at(-1);
    if (last?.topic === topic) last.items.push(i);
    else sections.push({ topic, items: [i] });
  }
  return `${header}<qti-assessment-test xmlns="${schema}/imsqtiasi_v3p0" identifier="test" title="${escaped(titleOf(title))}">
<qti-test-part identifier="part" navigation-mode="nonlinear" submission-mode="simultaneous">
${sections
  .map(
    ({ topic, items }, i) =>
      `<qti-assessment-section identifier="${id('s', i)}" title="${escaped(topic || 'Questions')}" visible="true">
${items.map((item) => itemRef(item, questions[item]?.keepsPlace === true)).join('\n')}
</qti-assessment-section>`,
  )
  .join('\n')}
</qti-test-part>
</qti-assessment-test>
`;
}

/** The pictures of a question and of its options. */
const filesOf = ({ pictureBytes, optionPictureBytes = [] }: WithPicture): PictureBytes[] =>
  [pictureBytes, ...optionPictureBytes].filter((file) => file !== undefined);

function manifestOf(questions: readonly WithPicture[]): string {
  const items = questions.map((question, i) => {
    const href = `items/${id('q', i)}.xml`;
    const picture = filesOf(question)
      .map(({ name }) => `<file href="pictures/${escaped(name)}"/>`)
      .join('');
    return `<resource identifier="${id('q', i)}" type="imsqti_item_xmlv3p0" href="${href}"><file href="${href}"/>${picture}</resource>`;
  });
  const needed = questions.map((_, i) => `<dependency identifierref="${id('q', i)}"/>`).join('');
  return `${header}<manifest xmlns="${schema}/qti/qtiv3p0/imscp_v1p1" identifier="bank">
<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>
<organizations/>
<resources>
<resource identifier="test" type="imsqti_test_xmlv3p0" href="test.xml"><file href="test.xml"/>${needed}</resource>
${items.join('\n')}
</resources>
</manifest>
`;
}

/** Writes questions as a package of QTI 3.0, with their pictures: the bytes of a zip. */
export async function writeQti(title: string, questions: readonly WithPicture[]): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, content: string | Uint8Array) => zip.addBuffer(Buffer.from(content), name);
  add('imsmanifest.xml', manifestOf(questions));
  add('test.xml', testOf(title, questions));
  for (const [i, question] of questions.entries()) add(`items/${id('q', i)}.xml`, itemOf(question, i));
  const pictures = new Map(questions.flatMap(filesOf).map(({ name, bytes }) => [name, bytes]));
  for (const [name, bytes] of pictures) add(`pictures/${name}`, bytes);
  zip.end();
  return buffer(zip.outputStream);
}
