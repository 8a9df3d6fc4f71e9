import { Card } from '../../ui/layout.tsx';
import { viewOf } from './kinds/kinds.ts';
import { QuestionImage } from './question-image.tsx';
import type { Paper } from './wire.ts';

type PaperQuestionsProps = {
  questions: Paper['questions'];
  /** The answers to begin with, by question. */
  answers: Readonly<Record<string, string>>;
  /** How often those of a question were replaced from outside; its fields then begin again. */
  replaced?: Readonly<Record<string, number>>;
  /** The only question that is visible, by its place; all are, if it is left out. Hidden ones stay in the form. */
  only?: number | undefined;
};

/** The questions of a paper with their options. */
export function PaperQuestions({ questions, answers, replaced, only }: PaperQuestionsProps) {
  return (
    <ol className="flex flex-col gap-4 sm:gap-5">
      {questions.map((question, index) => {
        const { id, text, picture } = question;
        const { Answer } = viewOf(question);
        return (
          <li key={id} hidden={only !== undefined && only !== index} data-question={id}>
            <Card className="p-4 sm:p-5">
              <Answer
                key={replaced?.[id]}
                question={question}
                legend={
                  <span className="flex gap-3 text-lg">
                    <span className="text-soft tabular-nums">{index + 1}.</span>
                    <span className="min-w-0">
                      {text}
                      <QuestionImage picture={picture} />
                    </span>
                  </span>
                }
                initial={answers[id]}
              />
            </Card>
          </li>
        );
      })}
    </ol>
  );
}
