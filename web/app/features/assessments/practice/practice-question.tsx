import { useEffect, useRef, useState } from 'react';
import { pictureUrl, useAboard } from '../../../lib/device/aboard/aboard-now.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { Card } from '../../../ui/layout.tsx';
import { viewOf } from '../kinds/kinds.ts';
import { QuestionImage } from '../question-image.tsx';
import { TeachingFilm } from '../teaching-film.tsx';
import type { PracticeQuestion as Question } from './api.ts';

type PracticeQuestionProps = {
  courseId: string;
  question: Question;
  number: number;
  total: number;
  /** Whether it stands in place of something that had the focus. */
  takesFocus: boolean;
  onNext: (isRight: boolean) => void;
};

/** A question to answer, and then at once which answer is right, and why. */
export function PracticeQuestion({
  courseId,
  question: asked,
  number,
  total,
  takesFocus,
  onNext,
}: PracticeQuestionProps) {
  const aboard = useAboard();
  const question = withUrls(asked, (link) => pictureUrl(aboard, link));
  const { id, text, picture } = question;
  const { Answer, answerIn, isComplete } = viewOf(question);
  const [given, setGiven] = useState<string>();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) head.current?.focus();
  }, [takesFocus]);

  const legend = (
    <span className="text-lg">
      {text}
      <QuestionImage picture={picture} />
    </span>
  );
  return (
    <Card className="flex flex-col gap-4 p-4 sm:p-6">
      <h2 ref={head} tabIndex={-1} className="text-base text-soft">
        Question {number} of {total}
      </h2>
      {given === undefined ? (
        <Form
          onSubmit={async (form) => setGiven(answerIn(form, id))}
          check={(form): Record<string, string> =>
            isComplete(answerIn(form, id) ?? '') ? {} : { [id]: 'Please answer the question' }
          }
          failure="The answer could not be checked."
        >
          <Answer question={question} legend={legend} initial={undefined} />
          <SubmitButton className="self-start">Check answer</SubmitButton>
        </Form>
      ) : (
        <>
          <p className="font-semibold">{legend}</p>
          <Outcome courseId={courseId} question={question} given={given} isLast={number === total} onNext={onNext} />
        </>
      )}
    </Card>
  );
}

/** A question with other URLs of its pictures. */
function withUrls(question: Question, urlOf: (link: string) => string): Question {
  const at = <P extends { url: string }>(picture: P): P => ({ ...picture, url: urlOf(picture.url) });
  const { picture, optionPictures } = question;
  return {
    ...question,
    ...(picture && { picture: at(picture) }),
    ...(optionPictures && { optionPictures: optionPictures.map((one) => one && at(one)) }),
  };
}

type OutcomeProps = Pick<PracticeQuestionProps, 'courseId' | 'question' | 'onNext'> & {
  given: string;
  isLast: boolean;
};

function Outcome({ courseId, question, given, isLast, onNext }: OutcomeProps) {
  const { options, optionPictures, explanation, film } = question;
  const { Reviewed, checked } = viewOf(question);
  const { answer, isRight } = checked(given, question);
  const verdict = useRef<HTMLHeadingElement>(null);
  useEffect(() => verdict.current?.focus(), []);
  const Icon = isRight ? CheckIcon : CloseIcon;
  return (
    <>
      <Reviewed answer={{ ...answer, options, optionPictures }} />
      <section className="flex flex-col gap-2 rounded-md bg-sunken p-4">
        <h3
          ref={verdict}
          tabIndex={-1}
          className={cx('flex items-center gap-2 text-lg', isRight ? 'text-good' : 'text-bad')}
        >
          <Icon className="shrink-0" />
          {isRight ? 'Right' : 'Not right'}
        </h3>
        {explanation && <p className="max-w-text whitespace-pre-line">{explanation}</p>}
        {film && <TeachingFilm courseId={courseId} film={film} />}
      </section>
      <Button className="self-start" onClick={() => onNext(isRight)}>
        {isLast ? 'Show the result' : 'Next question'}
      </Button>
    </>
  );
}
