import type { ReactNode } from 'react';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { paths } from '../../../lib/paths.ts';
import { Moment } from '../../../lib/site.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { EnrolmentActions, EnrolmentNote } from '../../courses/enrolling/enrolment-parts.tsx';
import { itemsInWords } from '../../courses/item-words.ts';
import { refetchHome } from '../../enrolments/home/api.ts';
import type { Home } from '../../enrolments/home/wire.ts';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { formatPaise } from '../../fees/format-paise.ts';
import { askedSentence, askedTitle, UploadAgain } from '../../seafarers/document-requests.tsx';

/** What the page's first card says: above the title, the title, in sentences, and the one button. */
export type NextWords = {
  eyebrow: string;
  title: ReactNode;
  note: ReactNode;
  action: ReactNode;
  /** Whether the button leads to the fee, so that nothing else on the card does. */
  isAboutFee?: boolean;
};

type NextOf = Pick<Home, 'next' | 'hasProfile' | 'enrolments' | 'documentRequests'> & {
  /** The enrolment that the step is about. */
  about: OwnEnrolment | undefined;
  /** Sends a request: again after a decline, or to renew a certificate. */
  onAsk: (course: OwnEnrolment['course']) => void;
  pending: string | null;
};

const button = (to: string, words: string) => (
  <LinkButton to={to} size="large" className="max-sm:w-full">
    {words}
  </LinkButton>
);

/** The words for a learner's next step. */
export function wordsOf({ about, ...home }: NextOf): NextWords {
  const { step } = home.next;
  if (step === 'complete-profile') {
    return {
      eyebrow: 'Your next step',
      title: 'Complete your profile',
      note: about
        ? `The test of ${about.course.title} is open. It needs your profile, because the certificate shows your details.`
        : 'The academy checks your details and documents before it accepts a request, and your certificates will show them.',
      action: button(paths.profile, 'Complete your profile'),
    };
  }
  const [asked] = home.documentRequests;
  if (step === 'upload-document' && asked) {
    return {
      eyebrow: 'The academy asks you for a document',
      title: <span id={`document-request-${asked.id}`}>{askedTitle(asked)}</span>,
      note: <span className="whitespace-pre-line">{askedSentence(asked)}</span>,
      action: <UploadAgain key={asked.id} request={asked} after={refetchHome} size="large" />,
    };
  }
  if (!about) {
    const isNew = home.enrolments.length === 0;
    return {
      eyebrow: isNew ? 'Your next step' : 'All done',
      title: isNew ? 'Choose your first course' : 'Choose your next course',
      note: isNew
        ? 'Request a course. After the academy approves it, watch the videos and pass the test to get the certificate.'
        : 'Nothing is left to do in your courses.',
      action: button(paths.courses, 'Browse Courses'),
    };
  }
  return { title: about.course.title, ...wordsAbout(about, home) };
}

function wordsAbout(about: OwnEnrolment, { next, onAsk, pending }: Omit<NextOf, 'about'>): Omit<NextWords, 'title'> {
  const { course, standing, held } = about;
  const busy = pending === course.id;
  switch (next.step) {
    case 'continue-test':
      return {
        eyebrow: 'Your test is under way',
        note: next.test?.deadline ? (
          <>
            It ends at <Moment at={next.test.deadline} />.
          </>
        ) : (
          'Your answers are saved. Submit the test when you have answered every question.'
        ),
        action: button(paths.test(course.id), 'Continue the Test'),
      };
    case 'take-test':
      return {
        eyebrow: 'Your test is open',
        note: `${next.test?.attempts ? 'You have not passed it yet. You can take it again now.' : 'Your training is complete.'} ${
          next.test?.minutes
            ? `You have ${next.test.minutes} min from the moment you start.`
            : 'The test has no time limit.'
        }`,
        action: button(paths.test(course.id), 'Give Test'),
      };
    case 'watch':
      return { eyebrow: isBegun(about, next) ? 'Continue' : 'Your next step', ...filmWords(about, next) };
    case 'ask-again':
      return {
        eyebrow: 'Your request was not approved',
        note: <EnrolmentNote standing={standing} held={held} />,
        action: (
          <EnrolmentActions
            standing={standing}
            course={course}
            launch="Launch"
            inRow
            size="large"
            busy={busy}
            onAsk={() => onAsk(course)}
            disabled={pending !== null}
          />
        ),
      };
    case 'pay-fee':
      return {
        eyebrow: 'Your next step',
        note: about.fee && (
          <>
            Pay the fee of <strong className="text-ink">{formatPaise(about.fee.balancePaise)}</strong>. You can pay from
            your phone.
          </>
        ),
        action: button(paths.fee(about.id), 'Pay the fee'),
        isAboutFee: true,
      };
    case 'renew':
      return {
        eyebrow: 'Time to renew',
        note: <EnrolmentNote standing={standing} held={held} />,
        action: (
          <Button
            size="large"
            className="max-sm:w-full"
            busy={busy}
            disabled={pending !== null}
            onClick={() => onAsk(course)}
          >
            Enroll Again
          </Button>
        ),
      };
    default:
      return {
        eyebrow: 'Nothing to do right now',
        note: <Waiting about={about} next={next} />,
        action: (
          <LinkButton to={paths.courses} tone="plain" size="large" className="max-sm:w-full">
            Browse Courses
          </LinkButton>
        ),
      };
  }
}

/** Whether something of the training was watched. */
const isBegun = ({ progress }: Pick<OwnEnrolment, 'progress'>, { film }: Pick<Home['next'], 'film'>) =>
  progress.filmsCompleted > 0 || (film?.watchedSeconds ?? 0) > 0;

function filmWords({ course, progress }: OwnEnrolment, { film, trainingSecondsLeft }: Home['next']) {
  if (!film) {
    return {
      note:
        progress.packagesTotal > 0
          ? 'You have completed the training. Submit it to open the test.'
          : 'You have watched all videos. Submit the training to open the test.',
      action: button(paths.training(course.id), 'Submit Training'),
    };
  }
  return {
    note: (
      <>
        <p className="font-semibold text-ink wrap-anywhere">
          {film.kind === 'film' ? 'Video' : 'Package'} {film.serial} of {progress.filmsTotal}: {film.title}
        </p>
        <p>
          {formatSpan(film.secondsLeft)} left
          {trainingSecondsLeft > film.secondsLeft &&
            `, ${formatSpan(trainingSecondsLeft)} for all ${itemsInWords(progress)}`}
        </p>
      </>
    ),
    action: button(paths.training(course.id), isBegun({ progress }, { film }) ? 'Continue' : 'Start Training'),
  };
}

function Waiting({ about: { standing, held }, next }: { about: OwnEnrolment; next: Home['next'] }) {
  if (next.nextAttemptAt) {
    return (
      <>
        You can take the test again from <Moment at={next.nextAttemptAt} />.
      </>
    );
  }
  if (standing.state === 'test-open') return 'The academy must open the test before you can take it.';
  return <EnrolmentNote standing={standing} held={held} />;
}
