import type { OwnAccount } from '@fairlead/contract/accounts/own-account';
import { doubtAboutMobile, mayBeCut } from '@fairlead/contract/values/phone-numbers';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AccountRow } from './account-row.tsx';
import { ChangeMobileForm } from './change-mobile-form.tsx';
import { confirmMobile } from './own-account-api.ts';

type MobileRowProps = { account: OwnAccount; open: boolean; onOpen: () => void; onClose: () => void };

/**
 * The stored mobile number. If it may have been cut, its owner can say that it is right, and it is not marked again.
 */
export function MobileRow({ account, onClose, ...row }: MobileRowProps) {
  const { mobile } = account;
  const number = useRef<HTMLSpanElement>(null);
  const [busy, setBusy] = useState(false);
  const doubt = doubtAboutMobile(account);

  async function confirm() {
    setBusy(true);
    try {
      toast(await confirmMobile(mobile));
      // the button that had the focus is gone
      number.current?.focus();
    } catch (error) {
      toast(messageOf(error, 'Failed to confirm the mobile number.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <AccountRow
      title="Mobile"
      value={
        <span ref={number} tabIndex={-1}>
          {mobile || 'None yet'}
        </span>
      }
      note={
        doubt && (
          <Alert
            tone="warn"
            className="mt-3"
            action={
              mayBeCut(mobile) && (
                <Button tone="plain" size="small" busy={busy} onClick={() => void confirm()}>
                  This number is correct
                </Button>
              )
            }
          >
            {doubt}
          </Alert>
        )
      }
      change="Change mobile"
      {...row}
    >
      <ChangeMobileForm mobile={mobile} onClose={onClose} />
    </AccountRow>
  );
}
