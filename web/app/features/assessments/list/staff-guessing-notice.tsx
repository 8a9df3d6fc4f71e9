import { newTestSettings } from '@fairlead/contract/assessments/test-settings';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../../shell/use-permissions.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { limitsInWords } from '../settings-words.ts';
import type { Test } from '../staff-wire.ts';
import { acceptGuessing, guessableCountQuery, secureAllSettings, secureSettings } from './staff-guessing-api.ts';

const recommended = (
  <>
    <p>{limitsInWords(newTestSettings)}.</p>
    <p className="text-soft">
      They are saved as a new version. Earlier attempts count; in User Results you can allow another one. Learners who
      have the test open finish the version they began.
    </p>
  </>
);

/** A warning about an assessment whose answers can be found by trying, with the button that fixes it. */
export function GuessingNotice({ test }: { test: Test }) {
  const mayEdit = useMay('tests:edit');
  if (!test.guessable) return null;
  const attempts = test.settings.attemptsAllowed ?? 'unlimited';
  return (
    <Alert
      tone="info"
      action={
        mayEdit && (
          <div className="flex flex-wrap gap-2">
            <ConfirmAction
              label="Use the recommended settings"
              tone="navy"
              size="small"
              describedBy={`test-${test.id}`}
              title="Use the recommended settings?"
              text={recommended}
              confirm="Yes, Use them"
              act={() => secureSettings(test.id)}
              failure="Failed to change the settings."
            />
            <ConfirmAction
              label="Keep as it is"
              size="small"
              describedBy={`test-${test.id}`}
              title="Keep the test as it is?"
              text={
                <>
                  <p>
                    Learners can find the correct answers by repeated tries. You will not be warned of this test again.
                  </p>
                  <p className="text-soft">Your decision is recorded in the audit log.</p>
                </>
              }
              confirm="Yes, Keep it"
              act={() => acceptGuessing(test.id)}
              failure="Failed to keep the test as it is."
            />
          </div>
        )
      }
    >
      <p className="font-semibold">The answers of this test can be guessed.</p>
      <p>It allows {attempts} attempts, and shows the exact score after each.</p>
    </Alert>
  );
}

/** The same warning for several assessments at once, with a button that changes them all. */
export function GuessingOfAll() {
  const mayEdit = useMay('tests:edit');
  const { data: count = 0 } = useQuery(guessableCountQuery);
  if (!mayEdit || count < 2) return null;
  return (
    <Alert
      tone="info"
      className="mb-6"
      action={
        <ConfirmAction
          label={`Use the recommended settings for all ${count}`}
          tone="navy"
          size="small"
          title="Use the recommended settings for all of them?"
          text={recommended}
          confirm="Yes, for all"
          act={secureAllSettings}
          failure="Failed to change the settings."
        />
      }
    >
      <p className="font-semibold">The answers of {count} published tests can be guessed.</p>
      <p>They allow many attempts, and show the exact score after each.</p>
    </Alert>
  );
}
