import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { formatRunningTime } from '../../../lib/format/running-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { RadioGroup } from '../../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import type { RefusedAnswer } from '../api.ts';
import type { Film } from '../wire.ts';
import type { Answers } from './watch-queue.ts';
import type { WatchRecorder } from './watched-stretches.ts';
import { watchedUpTo } from './watched-up-to.ts';

type Check = Film['checks'][number];

type PresenceDialogProps = {
  video: RefObject<HTMLVideoElement | null>;
  film: Pick<Film, 'checks' | 'durationSeconds'>;
  recorder: WatchRecorder;
  /** The answers that were given on this device. */
  answers: Answers;
  answer: (check: string, choice: number | null) => Promise<void>;
  /** Whether the server says that a check is due, which it does for what was watched on other devices. */
  isDue: (check: string) => Promise<boolean>;
  /** The last answer that does not count. */
  refused: RefusedAnswer | undefined;
};

/**
 * Pauses the film at a presence check, asks if the film was watched up to it, and goes on after the answer; whether it
 * is right is known when the server has it, which may be later without a network. An answer to a check that was only
 * sought would be kept, and count while the film is played to nobody: there it says what to watch first. As a modal
 * dialog it stands above a film in full screen too. If it is closed, it asks again when the film is to go on.
 */
export function PresenceDialog({ video, film, recorder, answers, answer, isDue, refused }: PresenceDialogProps) {
  const isAnswered = ({ id, answered }: Check) => answered || id in answers;
  const next = film.checks.filter((check) => !isAnswered(check)).toSorted((a, b) => a.at - b.at)[0];
  const before = film.checks.filter((check) => isAnswered(check) && check.at < (next?.at ?? 0));
  const answeredUntil = Math.max(0, ...before.map(({ at }) => at));
  const { durationSeconds: duration } = film;
  const [asking, setAsking] = useState<Check>();
  const [again, setAgain] = useState<RefusedAnswer>();
  /** A check that the film was not watched up to, and from where it is to be watched. */
  const [ahead, setAhead] = useState<{ check: Check; from: number }>();
  const ask = useRef(isDue);
  ask.current = isDue;
  const content = useRef<HTMLDivElement>(null);
  const isShown = asking !== undefined || again !== undefined || ahead !== undefined;

  useEffect(() => {
    const element = video.current;
    if (!element || !next) return;
    const askIfDue = async () => {
      if (element.currentTime < next.at || (element.paused && !element.ended)) return;
      stop(element);
      const { enough, from } = watchedUpTo(next.at, { played: recorder.stretches, answeredUntil, duration });
      const isToBeAsked = enough || (await ask.current(next.id));
      setAsking(isToBeAsked ? next : undefined);
      setAhead(isToBeAsked ? undefined : { check: next, from });
    };
    const moments = ['timeupdate', 'play', 'ended'] as const;
    for (const moment of moments) element.addEventListener(moment, askIfDue);
    return () => {
      for (const moment of moments) element.removeEventListener(moment, askIfDue);
    };
  }, [video, next, recorder, answeredUntil, duration]);

  useEffect(() => {
    if (!refused || !video.current) return;
    stop(video.current);
    setAsking(undefined);
    setAhead(undefined);
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

  function watchFrom(second: number | undefined) {
    setAgain(undefined);
    setAhead(undefined);
    const element = video.current;
    if (!element) return;
    if (second !== undefined) element.currentTime = second;
    void element.play();
  }

  return (
    <Dialog
      open={isShown}
      onClose={() => {
        setAsking(undefined);
        setAgain(undefined);
        setAhead(undefined);
      }}
      title={
        ahead
          ? 'First watch the video up to here'
          : again
            ? 'Not correct yet'
            : asking?.question
              ? 'A question about the video'
              : 'Are you there?'
      }
    >
      <div ref={content} className="flex flex-col gap-5">
        {ahead ? (
          <>
            <p>
              A question comes at {formatRunningTime(ahead.check.at)}. What comes after it counts only when you have
              watched the video up to the question and answered it.
            </p>
            <Button className="self-end" onClick={() => watchFrom(ahead.from)}>
              Watch from {formatRunningTime(ahead.from)}
            </Button>
          </>
        ) : again ? (
          <>
            <p>
              {again.againFrom === undefined
                ? 'The answer was not accepted. The question comes again.'
                : `The answer was wrong, or came too early. Please watch the video again from ${formatRunningTime(again.againFrom)}. Then the question comes again.`}
            </p>
            <Button className="self-end" onClick={() => watchFrom(again.againFrom)}>
              Watch again
            </Button>
          </>
        ) : asking?.question ? (
          <Question question={asking.question} onAnswer={(choice) => give(asking, choice)} />
        ) : (
          asking && (
            <>
              <p>The video is paused. What you watch after this counts only when you have answered.</p>
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
      <p className="text-soft">
        The video is paused. What you watch after this counts only when your answer is correct.
      </p>
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
