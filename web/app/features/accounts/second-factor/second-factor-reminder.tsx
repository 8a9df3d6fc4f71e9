import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/paths.ts';
import { Moment } from '../../../lib/site.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { secondFactorQuery } from './second-factor-api.ts';

/** Reminds of a missing second factor before the deadline. */
export function SecondFactorReminder() {
  const due = useQuery(secondFactorQuery).data?.due;
  if (!due) return null;
  return (
    <Alert
      tone="info"
      className="mb-6"
      action={
        <LinkButton to={`${paths.staffAccount}#second-factor`} tone="plain" size="small">
          Set up now
        </LinkButton>
      }
    >
      <p className="font-semibold">Set up your second factor</p>
      <p>
        With a code from your phone, nobody can log in with a stolen password alone. You can do this later, until{' '}
        <Moment at={due} />. After that you must set it up before you can use the staff pages.
      </p>
    </Alert>
  );
}
