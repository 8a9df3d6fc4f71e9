import { initialsOf } from '../../lib/format/initials.ts';
import { getSession } from '../../lib/session/session.ts';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { PinField } from './pin-field.tsx';

/** Sets a PIN for the signed-in person's courses on this device, or changes it. */
export function PinForm({ hasPin, shownAs, onSaved }: { hasPin: boolean; shownAs: string; onSaved: () => void }) {
  const initials = initialsOf(getSession()?.user?.name ?? '');
  async function save(form: FormData) {
    const user = getSession()?.user;
    if (!user) return;
    const { savePin } = await import('./pin.ts');
    await savePin(user, {
      before: String(form.get('before') ?? ''),
      pin: String(form.get('pin')),
      shownAs: String(form.get('shownAs')),
    });
    onSaved();
  }
  return (
    <Form
      failure="The PIN was not saved."
      check={(form) => {
        const [pin, again] = [String(form.get('pin')), String(form.get('again'))];
        return {
          ...(!/^\d{6,12}$/.test(pin) && { pin: 'A PIN has 6 to 12 digits.' }),
          ...(pin !== again && { again: 'The two PINs are not the same.' }),
        };
      }}
      onSubmit={save}
    >
      {hasPin && <PinField label="Current PIN" name="before" />}
      <PinField label="New PIN" name="pin" hint="6 to 12 digits" />
      <PinField label="New PIN again" name="again" />
      <TextField
        label="Your name for others on this device"
        name="shownAs"
        hint={`They see it where you enter your PIN. Leave it blank for your initials, ${initials}`}
        defaultValue={shownAs}
        maxLength={40}
        autoComplete="off"
      />
      <p className="text-sm text-soft">
        Nobody can tell you a forgotten PIN, not even the academy. You would have to download your courses again.
      </p>
      <SubmitButton>Save PIN</SubmitButton>
    </Form>
  );
}
