import type { OwnAccount } from '@fairlead/contract/own-account';
import { doubtAboutMobile, mayBeCut } from '@fairlead/contract/phone-numbers';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Doubted } from '../../../ui/doubted.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { confirmMobile } from './own-account-api.ts';

/** The stored mobile number. If it may have been cut, its owner can say that it is right, and it is not marked again. */
export function OwnMobile({ account }: { account: OwnAccount }) {
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
    <>
      <span ref={number} tabIndex={-1}>
        <Doubted value={mobile || 'None yet'} doubt={doubt} />
      </span>
      {doubt && mayBeCut(mobile) && (
        <Button tone="plain" size="small" className="mt-2" busy={busy} onClick={() => void confirm()}>
          This number is correct
        </Button>
      )}
    </>
  );
}
