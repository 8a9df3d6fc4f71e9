import { TextField } from '../../../ui/forms/text-fields.tsx';

/** A field for a second-factor code, beside a password. */
export const SecondFactorField = () => (
  <TextField
    label="Code"
    name="otp"
    autoComplete="one-time-code"
    hint="Six digits from your authenticator app. Without your phone, enter a recovery code."
    required
  />
);
