import { PasskeyNaming } from '@fairlead/contract/accounts/passkeys';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrand } from '../../../lib/brand.ts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useFocusAfterLoss } from '../../../ui/dialogs/confirm-action.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { useFocusOnClose } from '../own-account/account-row.tsx';
import { CurrentPasswordForm } from '../own-account/current-password-form.tsx';
import { canUsePasskeys } from './passkey-support.ts';
import {
  addPasskey,
  type Passkey,
  passkeysQuery,
  refetchPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys-api.ts';

type PasskeysCardProps = { open: boolean; onOpen: () => void; onClose: () => void };

/**
 * The passkeys, which log in without the password. They load separately from the rest of the page. Where the academy's
 * URL allows no passkeys the card is hidden, unless there are older ones.
 */
export function PasskeysCard({ open, onOpen, onClose }: PasskeysCardProps) {
  const { data, isError, refetch } = useQuery(passkeysQuery);
  const supported = canUsePasskeys(useBrand().publicUrl);
  const button = useFocusOnClose(open);
  if (data && !data.offered && data.passkeys.length === 0) return null;
  return (
    <Card className="p-6">
      <h2 className="mb-2 text-lg">Passkeys</h2>
      <p className="mb-5 text-soft">Use your fingerprint, face or screen lock instead of a password.</p>
      {!data && isError && <ListFailure sentence="Failed to load your passkeys." retry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows count={1} height="h-14" />}
      {data && data.passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="mb-5 border-b border-line pb-5">
          {data.passkeys.map((passkey) => (
            <li key={passkey.id} className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
              <PasskeyRow passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
      {data && open && supported && (
        <FocusFirst>
          <NewPasskeyForm suggestedName={data.suggestedName} onClose={onClose} />
        </FocusFirst>
      )}
      {data && !open && supported && (
        <Button ref={button} tone="plain" size="small" onClick={onOpen}>
          Add a passkey
        </Button>
      )}
      {data && !supported && (
        <p className="text-sm text-soft">
          {data.offered
            ? 'This browser cannot add a passkey. Open this page in a current version of Chrome, Edge, Firefox or Safari.'
            : 'The address of this website has changed, and these passkeys no longer work. Please remove them.'}
        </p>
      )}
    </Card>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt, synced, blocked } }: { passkey: Passkey }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h3 id={`passkey-${id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base wrap-anywhere">
          {name} {blocked && <Badge tone="bad">Blocked</Badge>}
        </h3>
        {blocked && <p className="text-sm text-bad">Somebody may have copied it. Please remove it.</p>}
        <p className="text-sm text-soft">
          {lastUsedAt ? (
            <>
              Last used <Moment at={lastUsedAt} />
            </>
          ) : (
            'Not used yet'
          )}
        </p>
        <p className="text-sm text-soft">
          Added <Moment at={createdAt} />
          {synced && ', synced between your devices'}
        </p>
      </div>
      <div className="flex gap-3">
        <FormAction
          label="Rename"
          size="small"
          describedBy={`passkey-${id}`}
          title="Rename this passkey"
          check={(form) => fieldErrors(PasskeyNaming, { name: textOf(form, 'name') })}
          act={(form) => renamePasskey(id, textOf(form, 'name'))}
          after={refetchPasskeys}
          confirm="Save"
          failure="Failed to rename the passkey."
        >
          <TextField label="Name" name="name" defaultValue={name} required />
        </FormAction>
        <RemovePasskey id={id} name={name} />
      </div>
    </div>
  );
}

function RemovePasskey({ id, name }: Pick<Passkey, 'id' | 'name'>) {
  const expectLoss = useFocusAfterLoss();
  return (
    <DialogButton label="Remove" size="small" describedBy={`passkey-${id}`} title="Remove this passkey">
      {(close) => (
        <CurrentPasswordForm
          submit="Yes, Remove"
          onSubmit={async (proof) => {
            const said = await removePasskey(id, proof);
            expectLoss(true);
            await refetchPasskeys();
            toast(said, { seconds: 4 });
          }}
          onClose={close}
          failure="Failed to remove the passkey."
        >
          <p>
            <strong>{name}</strong> can no longer be used to log in. You will be logged out on every other phone and
            computer. Your password does not change.
          </p>
        </CurrentPasswordForm>
      )}
    </DialogButton>
  );
}

function NewPasskeyForm({ suggestedName, onClose }: { suggestedName: string; onClose: () => void }) {
  const [name, setName] = useState(suggestedName);
  return (
    <CurrentPasswordForm
      submit="Add passkey"
      onSubmit={async (proof) => {
        toast(await addPasskey(name, proof), { seconds: 4 });
        onClose();
      }}
      onClose={onClose}
      failure="Failed to add the passkey."
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={60}
        hint="A name for the phone, computer or security key that stores it."
        required
      />
      <p className="text-sm text-soft">
        After your password, your device asks for your fingerprint, face or screen lock. Your password still works.
      </p>
    </CurrentPasswordForm>
  );
}
