import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf, NetworkError } from '../../../lib/calls/api-client.ts';
import type { Where } from '../../../lib/device/kept-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { Card } from '../../../ui/layout.tsx';
import { viewOf } from '../kinds/kinds.ts';
import { PaperQuestions } from '../paper-questions.tsx';
import type { Attempt, Paper } from '../wire.ts';
import type { HandingIn } from './handing-in.ts';
import { type Answers, type Kept, readAnswers } from './kept-answers.ts';
import { stakesInWords } from './next-attempt.tsx';
import { PaperHead, Steps, ToUnanswered } from './paper-steps.tsx';
import { TestClock } from './test-clock.tsx';
import { useAbsences } from './use-absences.ts';
import { usePaperWalk } from './use-paper-walk.ts';
import { type Elsewhere, isStale, type SavingTrouble, useSavedAnswers } from './use-saved-answers.ts';

type QuestionPaperProps<R> = {
  paper: Paper;
  attempt: Attempt;
  handingIn: HandingIn<R>;
  onSubmitted: (result: R) => void;
};

/** The questions of an attempt, as soon as the answers that this device has kept are read. */
export function QuestionPaper<R>({ attempt, ...paper }: QuestionPaperProps<R>) {
  const [kept, setKept] = useState<Kept>();
  useEffect(() => void readAnswers(attempt.id).then(setKept), [attempt.id]);
  return kept && <OpenPaper {...paper} attempt={{ ...attempt, kept }} />;
}

/**
 * The questions of an attempt. Each answer is saved as it is given, so that neither a reload nor a change of device
 * loses one. 'Submit' is enabled when every question is answered. When the time is over, the saved answers count.
 */
function OpenPaper<R>({ paper, attempt, handingIn, onSubmitted }: QuestionPaperProps<R> & { attempt: { kept: Kept } }) {
  const [endsAt, setEndsAt] = useState(attempt.endsAt);
  const { questions } = paper;
  const answeredIn = (answers: Answers) =>
    idsOf(questions.filter((question) => isWhole(question, answers[question.id])));
  const { view, ...saving } = useSavedAnswers(paper, attempt, {
    onTime: setEndsAt,
    onReplaced: (answers) => setAnswered(answeredIn(answers)),
  });
  useAbsences(attempt, saving.noteAbsence);
  const [answered, setAnswered] = useState(() => answeredIn(view.answers));
  const walk = usePaperWalk(questions, answered);
  const [over, setOver] = useState(false);
  const left = questions.length - answered.size;
  const stakes = paper.sitting && stakesInWords(paper.sitting);

  async function submit(answers: ReadonlyMap<string, string>) {
    try {
      const result = await handingIn.submit(paper, answers, saving.seen.current);
      saving.forget();
      onSubmitted(result);
    } catch (error) {
      if (!isStale(error)) throw inOwnWords(error);
      await saving.readAgain();
      throw new ApiError(409, { message: notSubmitted });
    }
  }

  if (over) return <TimeOver {...handingIn.over} submit={() => submit(new Map())} />;
  return (
    <Form
      onSubmit={(form) => submit(new Map(questions.map((question) => [question.id, answerIn(form, question) ?? ''])))}
      failure={submissionFailed}
      className="gap-4 sm:gap-6"
      onKeyDown={walk.onKeyDown}
      onChange={(event) => {
        const { name, type } = event.target as unknown as HTMLInputElement;
        const form = new FormData(event.currentTarget);
        const changed = questions.find(({ id }) => id === name);
        const text = (changed && answerIn(form, changed)) ?? '';
        if (changed && (text === '' || viewOf(changed).isReadable?.(text) !== false))
          saving.give(name, text, { isTyping: type === 'text' });
        setAnswered(idsOf(questions.filter((question) => isWhole(question, answerIn(form, question)))));
      }}
    >
      {stakes && <p className="text-soft">{stakes}</p>}
      {questions.length > 1 && <PaperHead {...walk} questions={questions} answered={answered} />}
      <PaperQuestions questions={questions} {...view} only={walk.view === 'one' ? walk.current : undefined} />
      <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper py-3 sm:py-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {endsAt !== null && <TestClock endsAt={endsAt} onOver={() => setOver(true)} />}
          <p aria-live="polite" className="text-soft">
            {left === 0 ? 'Every question is answered.' : `${left} of ${questions.length} questions left`}
          </p>
          <ToUnanswered {...walk} />
          <SavingState {...saving} questions={questions} />
        </div>
        {walk.view === 'one' && questions.length > 1 && <Steps {...walk} />}
        <SubmitButton size="large" disabled={left > 0} className="max-sm:grow">
          Submit
        </SubmitButton>
      </div>
    </Form>
  );
}

const idsOf = (questions: Paper['questions']): ReadonlySet<string> => new Set(questions.map(({ id }) => id));

/** Whether a question is answered as a whole; a part of an answer is saved, but does not count. */
const isWhole = (question: Paper['questions'][number], text: string | undefined) =>
  text !== undefined && viewOf(question).isComplete(text);

const answerIn = (form: FormData, question: Paper['questions'][number]) => viewOf(question).answerIn(form, question.id);

type SavingStateProps = {
  trouble: SavingTrouble | undefined;
  elsewhere: Elsewhere | undefined;
  questions: Paper['questions'];
  waiting: number;
  where: Where;
};

/**
 * The number of answers that are not saved yet, and why, and what was changed elsewhere; nothing while all are saved.
 */
function SavingState({ trouble, elsewhere, questions, waiting, where }: SavingStateProps) {
  const answers = waiting === 1 ? '1 answer is' : `${waiting} answers are`;
  return (
    <p role="status" className="font-semibold text-warn">
      {trouble === 'offline' &&
        waiting > 0 &&
        (where === 'page'
          ? `No connection: ${answers} sent when it is back. Keep this page open: this browser cannot save answers.`
          : `No connection: ${answers} saved here and sent when it is back.`)}
      {trouble instanceof ApiError && trouble.message}
      {!trouble && elsewhere && changedInWords(elsewhere, questions)}
    </p>
  );
}

/** Shown when the time is over: submits the saved answers as soon as the server can be reached. */
function TimeOver({ says, button, submit }: HandingIn<unknown>['over'] & { submit: () => Promise<void> }) {
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function ask() {
    setBusy(true);
    try {
      await submit();
    } catch (error) {
      setTrouble(messageOf(error, submissionFailed));
      setBusy(false);
    }
  }

  const atOnce = useRef(ask);
  useEffect(() => void atOnce.current(), []);
  return (
    <Card className="flex flex-col items-start gap-4 p-6">
      <h2 className="text-xl">The time is over</h2>
      <p role="status">{says}</p>
      {trouble && <Alert>{trouble}</Alert>}
      <Button busy={busy} onClick={() => void ask()}>
        {button}
      </Button>
    </Card>
  );
}

function changedInWords({ refused }: Elsewhere, questions: Paper['questions']): string {
  const numbers = questions.flatMap(({ id }, index) => (refused.includes(id) ? [index + 1] : []));
  if (numbers.length === 0) return 'Answers that you gave in another tab or on another device are shown here now.';
  const named = numbers.length === 1 ? `question ${numbers[0]}` : `questions ${numbers.join(', ')}`;
  return `Not saved: you have answered ${named} in another tab or on another device since. What you answered there is shown here now.`;
}

const notSubmitted =
  'Not submitted: you have changed answers in another tab or on another device. They are shown here now. Check them, and submit again.';
const submissionFailed = 'Submission failed. Please try again.';

/** The server's message for a refusal; the screen's own for any other error. */
function inOwnWords(error: unknown): unknown {
  if (error instanceof NetworkError) return new NetworkError(submissionFailed, { cause: error });
  if (!(error instanceof ApiError)) return error;
  return new ApiError(error.status, { message: messageOf(error, 'Something went wrong.') });
}
