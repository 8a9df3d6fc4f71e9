import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { formatRunningTime } from '../../../lib/format/running-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/pane.tsx';
import { RadioGroup } from '../../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import type { RefusedAnswer } from '../api.ts';
import type { Film } from '../wire.ts';
import type { Answers } from './watch-queue.ts';

type Check = Film['checks'][number];

type PresenceDialogProps = {
  video: RefObject<HTMLVideoElement | null>;
  checks: readonly Check[];
  /** The answers that were given on this device. */
  answers: Answers;
  answer: (check: string, choice: number | null) => Promise<void>;
  /** The last answer that does not count. */
  refused: RefusedAnswer | undefined;
};

/**
 * Pauses the film at a presence check, asks, and goes on after the answer; whether it is right is known when the server
 * has it, which may be later without a network. As a modal dialog it stands above a film in full screen too. If it is
 * closed, it asks again when the film is to go on.
 */
export function PresenceDialog({ video, checks, answers, answer, refused }: PresenceDialogProps) {
  const open = checks.filter(({ id, answered }) => !answered && !(id in answers));
  const next = open.toSorted((a, b) => a.at - b.at)[0];
  const [asking, setAsking] = useState<Check>();
  const [again, setAgain] = useState<RefusedAnswer>();
  const content = useRef<HTMLDivElement>(null);
  const isShown = asking !== undefined || again !== undefined;

  useEffect(() => {
    const element = video.current;
    if (!element || !next) return;
    const askIfDue = () => {
      if (element.currentTime < next.at || (element.paused && !element.ended)) return;
      stop(element);
      setAsking(next);
    };
    const moments = ['timeupdate', 'play', 'ended'] as const;
    for (const moment of moments) element.addEventListener(moment, askIfDue);
    return () => {
      for (const moment of moments) element.removeEventListener(moment, askIfDue);
    };
  }, [video, next]);

  useEffect(() => {
    if (!refused || !video.current) return;
    stop(video.current);
    setAsking(undefined);
    setAgain(refused);
  }, [refused, video]);

  // after the dialog has opened, which gives the focus to its button for closing
  useEffect(() => {
    if (isShown) content.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isShown]);

  function give(check: Check, choice: number | null) {
    setAsking(undefined);
    void answer(check.id, choice);
    // played again, a film that has ended would begin from the start
    if (!video.current?.ended) void video.current?.play();
  }

  function watchAgain({ againFrom }: RefusedAnswer) {
    setAgain(undefined);
    const element = video.current;
    if (!element) return;
    if (againFrom !== undefined) element.currentTime = againFrom;
    void element.play();
  }

  return (
    <Dialog
      open={isShown}
      onClose={() => {
        setAsking(undefined);
        setAgain(undefined);
      }}
      title={again ? 'Not right yet' : asking?.question ? 'A question about the film' : 'Are you there?'}
    >
      <div ref={content} className="flex flex-col gap-5">
        {again ? (
          <>
            <p>
              {again.againFrom === undefined
                ? 'The answer was not taken. The question comes again.'
                : `Please watch the film again from ${formatRunningTime(again.againFrom)}. Then the question comes again.`}
            </p>
            <Button className="self-end" onClick={() => watchAgain(again)}>
              Watch again
            </Button>
          </>
        ) : asking?.question ? (
          <Question question={asking.question} onAnswer={(choice) => give(asking, choice)} />
        ) : (
          asking && (
            <>
              <p>The film is paused. What you watch counts again when you have answered.</p>
              <Button className="self-end" onClick={() => give(asking, null)}>
                I am here
              </Button>
            </>
          )
        )}
      </div>
    </Dialog>
  );
}

type QuestionProps = { question: NonNullable<Check['question']>; onAnswer: (choice: number) => void };

function Question({ question: { text, options }, onAnswer }: QuestionProps) {
  return (
    <Form
      onSubmit={async (form) => onAnswer(Number(textOf(form, 'choice')))}
      check={(form): FieldErrors => (form.has('choice') ? {} : { choice: 'Please choose an answer.' })}
      failure="Failed to answer."
    >
      <p className="text-soft">The film is paused. What you watch counts again when you have answered.</p>
      <RadioGroup
        legend={text}
        name="choice"
        options={options.map((label, index) => ({ value: String(index), label }))}
      />
      <SubmitButton className="self-end">Answer</SubmitButton>
    </Form>
  );
}

/** Pauses a film, and brings it back from windows that stand above everything in the page. */
function stop(element: HTMLVideoElement & { webkitExitFullscreen?: () => void }) {
  element.pause();
  if (document.pictureInPictureElement) void document.exitPictureInPicture();
  // on an iPhone the whole screen is the system's own player, above any dialog
  if (!document.fullscreenElement) element.webkitExitFullscreen?.();
}
