export const cdata = (html: string) => `<![CDATA[${html}]]>`;
/** The texts of a question, in HTML that is XHTML, too. @property beside what stands beside it: a comment or an id. */
export type Asked = { text: string; options: readonly string[]; explanation?: string; beside?: string };

/** A question with these texts of HTML, of which the first option is right, as each format writes it. */
export const writers: Record<string, (asked: Asked) => string> = {
  'Moodle XML': ({ text, options, explanation = '', beside = '' }) =>
    `<quiz><question type="multichoice"><name><text>One</text></name><questiontext format="html"><text>${cdata(text)}</text></questiontext><generalfeedback format="html"><text>${cdata(explanation)}</text></generalfeedback>${beside && `<idnumber>${beside}</idnumber>`}<single>true</single>${options
      .map((one, i) => `<answer fraction="${i === 0 ? 100 : 0}" format="html"><text>${cdata(one)}</text></answer>`)
      .join('')}</question></quiz>`,
  'QTI 1.2': ({ text, options, explanation = '', beside = '' }) =>
    `<questestinterop><item ident="i" title="One">${beside && `<itemrubric><material><mattext>${beside}</mattext></material></itemrubric>`}<presentation><material><mattext texttype="text/html">${cdata(text)}</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>${options
      .map(
        (one, i) =>
          `<response_label ident="o${i}"><material><mattext texttype="text/html">${cdata(one)}</mattext></material></response_label>`,
      )
      .join(
        '',
      )}</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">o0</varequal></conditionvar><setvar action="Set">100</setvar></respcondition></resprocessing><itemfeedback ident="general_fb"><material><mattext texttype="text/html">${cdata(explanation)}</mattext></material></itemfeedback></item></questestinterop>`,
  'QTI 2.1': ({ text, options, explanation = '', beside = '' }) =>
    `<assessmentItem identifier="i" title="One"><responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>o0</value></correctResponse></responseDeclaration><itemBody>${beside && `<rubricBlock view="scorer"><p>${beside}</p></rubricBlock>`}<div>${text}</div><choiceInteraction responseIdentifier="R">${options
      .map((one, i) => `<simpleChoice identifier="o${i}">${one}</simpleChoice>`)
      .join(
        '',
      )}</choiceInteraction></itemBody><responseProcessing template="match_correct"/><modalFeedback identifier="f">${explanation}</modalFeedback></assessmentItem>`,
  'QTI 3.0': ({ text, options, explanation = '', beside = '' }) =>
    `<qti-assessment-item identifier="i" title="One"><qti-response-declaration identifier="R" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>o0</qti-value></qti-correct-response></qti-response-declaration><qti-item-body>${beside && `<qti-rubric-block view="scorer"><p>${beside}</p></qti-rubric-block>`}<div>${text}</div><qti-choice-interaction response-identifier="R">${options
      .map((one, i) => `<qti-simple-choice identifier="o${i}">${one}</qti-simple-choice>`)
      .join(
        '',
      )}</qti-choice-interaction></qti-item-body><qti-response-processing template="match_correct"/><qti-modal-feedback identifier="f">${explanation}</qti-modal-feedback></qti-assessment-item>`,
  GIFT: ({ text, options, explanation = '', beside = '' }) => {
    const escaped = (html: string) => html.replace(/[\\~=#{}:]/g, '\\$&');
    const lines = options.map((one, i) => `${i === 0 ? '=' : '~'}${escaped(one)}`);
    return `${beside && `// ${beside}\n`}::One::[html]${escaped(text)} {\n${lines.join('\n')}\n####${escaped(explanation)}\n}\n`;
  },
};
