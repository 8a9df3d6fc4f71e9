import type { WrittenQuestion } from '@fairlead/contract/assessments/test-authoring';
import { eachKind } from './each-kind.ts';

/** Files of questions, written for these tests, of each kind that other programs have. */

export const moodleXml = `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="category"><category><text>$course$/top/Fire/Portable extinguishers</text></category></question>
  <question type="multichoice">
    <name><text>Oil fire</text></name>
    <questiontext format="html"><text><![CDATA[<p>Which extinguisher is for an <b>oil</b> fire?</p><p><img src="@@PLUGINFILE@@/fire%20triangle.png" alt="The fire triangle"></p>]]></text>
      <file name="fire triangle.png" path="/" encoding="base64">iVBORw0KGgo=</file></questiontext>
    <generalfeedback format="html"><text>&lt;p&gt;Foam keeps the air away.&lt;/p&gt;</text></generalfeedback>
    <defaultgrade>2.0000000</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden>
    <single>true</single><shuffleanswers>true</shuffleanswers><answernumbering>abc</answernumbering>
    <correctfeedback format="html"><text>Your answer is correct.</text></correctfeedback>
    <answer fraction="100" format="html"><text>&lt;p&gt;Foam&lt;/p&gt;</text><feedback format="html"><text>Well done</text></feedback></answer>
    <answer fraction="0" format="html"><text>Water</text><feedback format="html"><text></text></feedback></answer>
    <answer fraction="0" format="html"><text>Paper &amp;amp; wood</text></answer>
    <hint format="html"><text>Think of air.</text></hint>
  </question>
  <question type="multichoice">
    <name><text>Before you enter</text></name>
    <questiontext format="html"><text>What do you need?</text></questiontext>
    <single>false</single>
    <answer fraction="50" format="html"><text>A permit</text></answer>
    <answer fraction="50" format="html"><text>A gas test</text></answer>
    <answer fraction="-100" format="html"><text>A camera</text></answer>
  </question>
  <question type="truefalse">
    <name><text>CO2</text></name>
    <questiontext format="html"><text>CO2 is heavier than air.</text></questiontext>
    <answer fraction="100" format="moodle_auto_format"><text>true</text></answer>
    <answer fraction="0" format="moodle_auto_format"><text>false</text></answer>
  </question>
  <question type="numerical">
    <name><text>Oxygen</text></name>
    <questiontext format="html"><text>How much oxygen is in air, in percent?</text></questiontext>
    <answer fraction="100" format="moodle_auto_format"><text>20.9</text><tolerance>1e-1</tolerance></answer>
    <units><unit><multiplier>1</multiplier><unit_name>%</unit_name></unit></units>
  </question>
  <question type="shortanswer">
    <name><text>Signal</text></name>
    <questiontext format="html"><text>The signal on channel 16?</text></questiontext>
    <usecase>0</usecase>
    <answer fraction="100" format="moodle_auto_format"><text>MAYDAY</text></answer>
    <answer fraction="50" format="moodle_auto_format"><text>SOS</text></answer>
  </question>
  <question type="matching">
    <name><text>Fires</text></name>
    <questiontext format="html"><text>Match.</text></questiontext>
    <subquestion format="html"><text>Wood</text><answer><text>Water</text></answer></subquestion>
    <subquestion format="html"><text>Oil</text><answer><text>Foam</text></answer></subquestion>
    <subquestion format="html"><text></text><answer><text>Sand</text></answer></subquestion>
  </question>
  <question type="ordering">
    <name><text>Rescue</text></name>
    <questiontext format="html"><text>Order.</text></questiontext>
    <answer fraction="1" format="html"><text>Alarm</text></answer>
    <answer fraction="2" format="html"><text>Test</text></answer>
  </question>
  <question type="essay"><name><text>Report</text></name><questiontext format="html"><text>Write.</text></questiontext></question>
  <question type="shortanswer">
    <name><text>Any text</text></name>
    <questiontext format="html"><text>Say anything.</text></questiontext>
    <answer fraction="100" format="moodle_auto_format"><text>*ship*</text></answer>
  </question>
  <question type="multichoice">
    <name><text>Pictures to choose</text></name>
    <questiontext format="html"><text>Which?</text></questiontext>
    <single>true</single>
    <answer fraction="100" format="html"><text>&lt;p&gt;&lt;img src="@@PLUGINFILE@@/red%20cone.png" alt="A red cone"&gt;&lt;/p&gt;</text><file name="red cone.png" path="/" encoding="base64">AAAA</file></answer>
    <answer fraction="0" format="html"><text>&lt;img src="@@PLUGINFILE@@/b.png"&gt;</text><file name="b.png" path="/" encoding="base64">AAAB</file></answer>
    <answer fraction="0" format="html"><text>A can &lt;img src="@@PLUGINFILE@@/c.png" alt="A green can"&gt;</text><file name="c.png" path="/" encoding="base64">AAAC</file></answer>
    <answer fraction="0" format="html"><text>None</text></answer>
  </question>
  <question type="multichoice">
    <name><text>A picture that is elsewhere</text></name>
    <questiontext format="html"><text>Which?</text></questiontext>
    <single>true</single>
    <answer fraction="100" format="html"><text>&lt;img src="@@PLUGINFILE@@/a.png"&gt;</text></answer>
    <answer fraction="0" format="html"><text>None</text></answer>
  </question>
  <question type="ordering">
    <name><text>Pictures to order</text></name>
    <questiontext format="html"><text>Order.</text></questiontext>
    <answer fraction="1" format="html"><text>&lt;img src="@@PLUGINFILE@@/a.png"&gt;</text></answer>
    <answer fraction="2" format="html"><text>None</text></answer>
  </question>
</quiz>
`;

const item2 = (
  name: string,
  declaration: string,
  body: string,
  processing: string,
) => `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="${name}" title="${name}" adaptive="false" timeDependent="false">
${declaration}
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
<itemBody>${body}</itemBody>
${processing}
</assessmentItem>`;
const template = (name: string) =>
  `<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/${name}"/>`;

/** Files of a package of QTI 2.1, by their paths. */
export const qti2: Record<string, string> = {
  'imsmanifest.xml': `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>
${['choice', 'many', 'order', 'match', 'typed', 'essay', 'two'].map((name) => `<resource identifier="${name}" type="imsqti_item_xmlv2p1" href="items/${name}.xml"><file href="items/${name}.xml"/></resource>`).join('\n')}
<resource identifier="gone" type="imsqti_item_xmlv2p1" href="items/gone.xml"/>
<resource identifier="test" type="imsqti_test_xmlv2p1" href="test.xml"><file href="test.xml"/><file href="items/weight.xml"/></resource></resources></manifest>`,
  'test.xml': `<assessmentTest xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="t" title="t"><testPart identifier="p"><assessmentSection identifier="s" title="Fire"><assessmentItemRef identifier="a" href="items/choice.xml"/></assessmentSection></testPart></assessmentTest>`,
  'items/choice.xml': item2(
    'choice',
    '<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>B</value></correctResponse></responseDeclaration>',
    '<p>Look at the sign.</p><p><img src="../images/sign.png" alt="A sign"/></p><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>What does it say?</prompt><simpleChoice identifier="A">Go</simpleChoice><simpleChoice identifier="B">Stop<feedbackInline outcomeIdentifier="F" identifier="x" showHide="show">Yes</feedbackInline></simpleChoice></choiceInteraction>',
    template('match_correct'),
  ),
  'images/sign.png': 'picture',
  'items/many.xml': item2(
    'many',
    '<responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier"><correctResponse><value>H</value><value>O</value></correctResponse><mapping lowerBound="0" upperBound="2" defaultValue="-2"><mapEntry mapKey="H" mappedValue="1"/><mapEntry mapKey="O" mappedValue="1"/></mapping></responseDeclaration>',
    '<choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>What is water made of?</prompt><simpleChoice identifier="H">Hydrogen</simpleChoice><simpleChoice identifier="He">Helium</simpleChoice><simpleChoice identifier="O">Oxygen</simpleChoice></choiceInteraction>',
    template('map_response'),
  ),
  'items/order.xml': item2(
    'order',
    '<responseDeclaration identifier="RESPONSE" cardinality="ordered" baseType="identifier"><correctResponse><value>C</value><value>A</value></correctResponse></responseDeclaration>',
    '<orderInteraction responseIdentifier="RESPONSE"><prompt>Order.</prompt><simpleChoice identifier="A">Second</simpleChoice><simpleChoice identifier="C">First</simpleChoice></orderInteraction>',
    template('match_correct'),
  ),
  'items/match.xml': item2(
    'match',
    '<responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="directedPair"><correctResponse><value>w v</value><value>o f</value></correctResponse></responseDeclaration>',
    '<matchInteraction responseIdentifier="RESPONSE" maxAssociations="2"><prompt>Match.</prompt><simpleMatchSet><simpleAssociableChoice identifier="w" matchMax="1">Wood</simpleAssociableChoice><simpleAssociableChoice identifier="o" matchMax="1">Oil</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="v" matchMax="1">Water</simpleAssociableChoice><simpleAssociableChoice identifier="f" matchMax="1">Foam</simpleAssociableChoice></simpleMatchSet></matchInteraction>',
    template('map_response'),
  ),
  'items/typed.xml': item2(
    'typed',
    '<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"><correctResponse><value>York</value></correctResponse><mapping defaultValue="0"><mapEntry mapKey="York" mappedValue="1"/><mapEntry mapKey="york" mappedValue="0.5"/></mapping></responseDeclaration>',
    '<p>This is the house of <textEntryInteraction responseIdentifier="RESPONSE"/>.</p>',
    template('map_response'),
  ),
  'items/weight.xml': item2(
    'weight',
    '<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="float"><correctResponse><value>200</value></correctResponse></responseDeclaration>',
    '<p>How heavy? <textEntryInteraction responseIdentifier="RESPONSE"/></p>',
    '<responseProcessing><responseCondition><responseIf><equal toleranceMode="relative" tolerance="5 5"><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></equal><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>',
  ),
  'items/essay.xml': item2(
    'essay',
    '<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"/>',
    '<extendedTextInteraction responseIdentifier="RESPONSE"><prompt>Write.</prompt></extendedTextInteraction>',
    '',
  ),
  'items/two.xml': item2(
    'two',
    '',
    '<p><textEntryInteraction responseIdentifier="A"/><textEntryInteraction responseIdentifier="B"/></p>',
    '',
  ),
};

const canvasItem = (
  title: string,
  type: string,
  presentation: string,
  processing: string,
) => `<item ident="${title}" title="${title}">
<itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
<presentation><material><mattext texttype="text/html">&lt;p&gt;${title}?&lt;/p&gt;</mattext></material>${presentation}</presentation>
<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${processing}</resprocessing></item>`;
const label = (ident: string, text: string) =>
  `<response_label ident="${ident}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`;
const right = (condition: string, score = 100, action = 'Set') =>
  `<respcondition continue="No"><conditionvar>${condition}</conditionvar><setvar action="${action}" varname="SCORE">${score}</setvar></respcondition>`;

/** A file of QTI 1.2 as Canvas writes it. */
export const qti1 = `<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"><assessment ident="a" title="Quiz"><section ident="root_section">
${canvasItem('One', 'multiple_choice_question', `<response_lid ident="r" rcardinality="Single"><render_choice>${label('1', 'Red')}${label('2', 'Green')}</render_choice></response_lid>`, right('<varequal respident="r">2</varequal>'))}
${canvasItem('Many', 'multiple_answers_question', `<response_lid ident="r" rcardinality="Multiple"><render_choice>${label('1', 'Red')}${label('2', 'Green')}${label('3', 'White')}</render_choice></response_lid>`, right('<and><varequal respident="r">1</varequal><not><varequal respident="r">2</varequal></not><varequal respident="r">3</varequal></and>'))}
${canvasItem('True', 'true_false_question', `<response_lid ident="r" rcardinality="Single"><render_choice>${label('1', 'True')}${label('2', 'False')}</render_choice></response_lid>`, right('<varequal respident="r">1</varequal>'))}
${canvasItem('Short', 'short_answer_question', '<response_str ident="r" rcardinality="Single"><render_fib><response_label ident="a"/></render_fib></response_str>', right('<varequal respident="r">port</varequal><varequal respident="r">left</varequal>'))}
${canvasItem('Number', 'numerical_question', '<response_str ident="r" rcardinality="Single"><render_fib fibtype="Decimal"><response_label ident="a"/></render_fib></response_str>', right('<or><varequal respident="r">10</varequal><and><vargte respident="r">9.5</vargte><varlte respident="r">10.5</varlte></and></or>'))}
${canvasItem('Pairs', 'matching_question', `<response_lid ident="r1"><material><mattext texttype="text/plain">Port</mattext></material><render_choice>${label('1', 'Red')}${label('2', 'Green')}</render_choice></response_lid><response_lid ident="r2"><material><mattext texttype="text/plain">Starboard</mattext></material><render_choice>${label('1', 'Red')}${label('2', 'Green')}</render_choice></response_lid>`, right('<varequal respident="r1">1</varequal>', 50, 'Add') + right('<varequal respident="r2">2</varequal>', 50, 'Add'))}
${canvasItem('Essay', 'essay_question', '<response_str ident="r"><render_fib/></response_str>', '')}
<bankentry_item item_ref="elsewhere"/>
</section></assessment></questestinterop>
`;

/** The questions of each kind, as staff read them. */
export const writtenOfEachKind = eachKind.map(({ input }) => ({ topic: '', ...input })) as WrittenQuestion[];
