import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../lib/calls/api-client.ts';
import { textOf } from '../../lib/calls/field-errors.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { unlisted } from '../../lib/pages/page-meta.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageSkeleton } from '../../ui/feedback/skeleton.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/ship-page.ts';
import { pairShip, shipQuery } from './aboard-api.ts';
import { ShipCourses } from './ship-courses.tsx';
import { ShipLogin } from './ship-login.tsx';
import { ShipOrigin } from './ship-origin.tsx';
import { ShipState } from './ship-state.tsx';
import { ShipTests } from './tests/ship-tests.tsx';

export const meta: Route.MetaFunction = (page) => [...titled('Aboard', page), unlisted];

/** The site's footer is slim here. */
export const handle = { slim: true };

/** The page of the computer of a ship: who is signed on logs in here and finds their courses. */
export default function ShipPage() {
  // it shows who this browser is, which the server does not know
  if (!useHydrated()) return <PageSkeleton />;
  return (
    <QueryClientProvider client={queryClient}>
      <Ship />
    </QueryClientProvider>
  );
}

function Ship() {
  const { data: state, error } = useQuery(shipQuery);
  const person = useSession()?.user?._id;
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState title="This is not a ship’s computer.">The page of a ship is on the computer aboard.</EmptyState>
    );
  if (error)
    return (
      <EmptyState title="The ship’s computer does not answer.">{messageOf(error, 'Please try again.')}</EmptyState>
    );
  if (!state) return <PageSkeleton />;
  const own = state.people.find(({ _id }) => _id === person);
  return (
    <div className="mx-auto flex max-w-form flex-col gap-6">
      <PageHeader title={state.ship?.name ?? 'A ship’s computer'}>
        {state.ship ? `Courses of ${state.ship.academy}, without internet.` : 'It is not in use yet.'}
      </PageHeader>
      {!state.isPaired && <Pairing />}
      {state.isPaired && (own ? <ShipCourses person={own} /> : <ShipLogin state={state} />)}
      {state.isPaired && own && <ShipTests />}
      {state.isPaired && state.origin && <ShipOrigin origin={state.origin} />}
      {state.isPaired && <ShipState state={state} isLoggedIn={own !== undefined} />}
    </div>
  );
}

const Pairing = () => (
  <Card className="p-6">
    <Form
      onSubmit={(form) => pairShip({ academy: textOf(form, 'academy'), code: textOf(form, 'code') })}
      failure="The computer could not be paired."
    >
      <h2 className="text-lg">Pair this computer</h2>
      <p>It needs internet this once. The academy’s staff make the code, under Ships.</p>
      <TextField label="Academy’s address" name="academy" type="url" placeholder="https://" required />
      <TextField label="Pairing code" name="code" autoComplete="off" required maxLength={20} />
      <SubmitButton>Pair</SubmitButton>
    </Form>
  </Card>
);
