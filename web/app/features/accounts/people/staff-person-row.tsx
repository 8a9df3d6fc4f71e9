import type { ReactNode } from 'react';
import { Moment } from '../../../lib/site.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { Card } from '../../../ui/layout.tsx';
import { PersonLink } from './person-link.tsx';
import type { Person } from './wire.ts';

/** A person in a list: name, contact details, date of registration, and actions. */
export function PersonRow({ person, action }: { person: Person; action?: ReactNode }) {
  const { id, name, email, mobile, registeredAt } = person;
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 id={`person-${id}`} className="text-base">
          <PersonLink id={id} name={name} />
        </h2>
        <p className="text-soft">
          <EmailText email={email} />
        </p>
      </div>
      <p className="text-sm text-soft sm:w-64">
        <span className="block">{mobile}</span>
        <span className="block">
          Registered <Moment at={registeredAt} />
        </span>
      </p>
      {action}
    </Card>
  );
}
