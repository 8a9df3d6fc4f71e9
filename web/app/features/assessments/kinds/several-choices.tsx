import { CheckboxGroup } from '../../../ui/forms/choice-fields.tsx';
import { PartMark, PartMarksHint } from './answer-lines.tsx';
import { optionChoices } from './option-content.tsx';
import { OptionList } from './option-list.tsx';
import { joined, type QuestionView, separated, textsIn } from './question-view.ts';

/** Several options are right. The answer is the texts of those chosen. */
export const severalChoices: QuestionView<'several-choices'> = {
  Answer: ({ question: { id, options, optionPictures, partMarks }, legend, initial }) => (
    <CheckboxGroup
      name={id}
      legend={legend}
      hint={<PartMarksHint partMarks={partMarks}>Choose all that are right.</PartMarksHint>}
      {...optionChoices(options, optionPictures)}
      initial={separated(initial)}
    />
  ),
  answerIn: (form, id) => joined(textsIn(form, id)) || undefined,
  isComplete: (text) => separated(text).length > 0,
  textOf: ({ selectedAnswers }) => joined(selectedAnswers),
  toGiven: (text) => ({ kind: 'several-choices', selectedAnswers: separated(text) }),
  checked(text, { correctAnswers }) {
    const selectedAnswers = separated(text);
    const isRight =
      selectedAnswers.length === correctAnswers.length && selectedAnswers.every((one) => correctAnswers.includes(one));
    return { answer: { kind: 'several-choices', selectedAnswers, correctAnswers, mark: isRight ? 1 : 0 }, isRight };
  },
  Reviewed: ({ answer: { options, optionPictures, selectedAnswers, correctAnswers, mark } }) => (
    <>
      <OptionList
        options={options}
        pictures={optionPictures}
        isChosen={(option) => selectedAnswers.includes(option)}
        isRight={correctAnswers === null ? null : (option) => correctAnswers.includes(option)}
      />
      <PartMark mark={mark} />
    </>
  ),
};
