import type { StaffKind } from '@fairlead/contract/wallet/wallet-kinds';
import { formatsInWords } from '@fairlead/contract/wallet/wallet-rules';
import { documentValidityInWords, kindGroupNames, kindGroups } from '@fairlead/contract/wallet/wallet-words';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day, Moment } from '../../lib/site.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/staff-kinds-page.ts';
import { kindsQuery } from './staff-api.ts';
import { KindForm } from './staff-kind-form.tsx';

export const meta: Route.MetaFunction = (page) => titled('Document Kinds', page);

export const clientLoader = async () => {
  await preload(kindsQuery);
};

/** The kinds of documents in wallets, by group, each with its former editions and a form for the next one. */
export default function StaffKindsPage() {
  const { data: kinds } = useSuspenseQuery(kindsQuery);
  // 'new', or the code of the kind in the form
  const [open, setOpen] = useState<string>();
  const mayEdit = useMay('settings:edit');
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title="Document Kinds"
        actions={
          mayEdit &&
          open !== 'new' && (
            <Button size="small" onClick={() => setOpen('new')}>
              Add kind
            </Button>
          )
        }
      >
        What seafarers can add to “My documents”. The academy answers for these rules: compare each with its source. A
        change does not change documents that are there.
      </PageHeader>
      <div className="flex flex-col gap-8">
        {open === 'new' && <KindForm onDone={close} />}
        {kindGroups.map((group) => {
          const ofGroup = kinds.filter((kind) => kind.group === group);
          if (ofGroup.length === 0) return null;
          return (
            <section key={group} aria-labelledby={`group-${group}`} className="flex flex-col gap-3">
              <h2 id={`group-${group}`} className="text-xl">
                {kindGroupNames[group]}
              </h2>
              <ul className="flex flex-col gap-3">
                {ofGroup.map((kind) => (
                  <li key={kind.code}>
                    {open === kind.code ? (
                      <KindForm kind={kind} onDone={close} />
                    ) : (
                      <Kind kind={kind} onEdit={mayEdit ? () => setOpen(kind.code) : undefined} />
                    )}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </>
  );
}

function Kind({ kind, onEdit }: { kind: StaffKind; onEdit: (() => void) | undefined }) {
  const { code, title, isRetired, numberFormats, renewalDays, former } = kind;
  const named = `kind-${code}`;
  return (
    <Card className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={named} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
          {title} <span className="font-mono text-sm font-semibold text-soft">{code}</span>
          {isRetired && <Badge>Retired</Badge>}
        </h3>
        {onEdit && (
          <Button tone="plain" size="small" aria-describedby={named} onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
      <Facts
        className="text-sm lg:grid-cols-3"
        facts={[
          ['Validity', documentValidityInWords(kind)],
          ['Number', formatsInWords(numberFormats) || 'Any number'],
          ['Renewal begins', `${renewalDays} days before`],
        ]}
      />
      <SourceOf kind={kind} />
      {former.length > 0 && (
        <Fold
          summary={former.length === 1 ? '1 former edition' : `${former.length} former editions`}
          className="text-sm"
        >
          <ul className="flex flex-col gap-3">
            {former.map((one) => (
              <li key={one.edition}>
                <p className="font-medium">
                  {one.title}: {documentValidityInWords(one)}; renewal begins {one.renewalDays} days before
                </p>
                <SourceOf kind={one} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Card>
  );
}

/** On what an edition is based, and who entered it. */
function SourceOf({
  kind: { edition, source, sourceDate, createdAt, createdBy },
}: {
  kind: Omit<StaffKind, 'former'>;
}) {
  return (
    <p className="text-sm text-soft wrap-anywhere">
      {source}, read on <Day date={sourceDate} />.{' '}
      {createdAt ? (
        <>
          Edition {edition}, entered <Moment at={createdAt} />
          {createdBy && ` by ${createdBy}`}.
        </>
      ) : (
        'As it comes with the program.'
      )}
    </p>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Document Kinds" failure="Failed to load the kinds of documents." error={error} />;
}
