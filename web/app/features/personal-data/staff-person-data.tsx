import { ErasureReason } from '@fairlead/contract/personal-data/calls';
import { ReasonAction } from '../../ui/dialogs/reason-action.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { refetchPeople } from '../accounts/people/staff-api.ts';
import { erasePerson, fetchCopyOf } from './staff-api.ts';
import { WhatStays } from './what-stays.tsx';

/** A button that downloads all data stored about a person, for staff who answer their request. */
export function TakeCopy({ id }: { id: string }) {
  return (
    <DownloadButton fetch={() => fetchCopyOf(id)} failure="Failed to prepare the data." tone="plain">
      Copy of all data
    </DownloadButton>
  );
}

/** A button that erases a person at their request. */
export function Erase({ person: { id, name } }: { person: { id: string; name: string } }) {
  return (
    <ReasonAction
      label="Erase person"
      tone="danger"
      describedBy={`person-${id}`}
      title="Erase Person"
      text={
        <>
          <p>
            <strong>{name}</strong> is erased and notified by email. This cannot be undone. First make sure that the
            request really comes from them.
          </p>
          <WhatStays />
        </>
      }
      body={ErasureReason}
      reason={{ rows: 3, hint: 'For the audit log, such as the date of their letter.' }}
      confirm="Yes, Erase"
      act={(reason) => erasePerson(id, reason)}
      after={refetchPeople}
      failure="Failed to erase the person."
    />
  );
}
