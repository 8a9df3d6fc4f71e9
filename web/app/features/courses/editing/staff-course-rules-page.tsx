import { hasApprovalEnded } from '@fairlead/contract/courses/course-rules';
import { requirementsInWords } from '@fairlead/contract/courses/requirement-words';
import { validityInWords } from '@fairlead/contract/values/validity-words';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useParams } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { preload } from '../../../lib/calls/query-client.ts';
import { dayOf } from '../../../lib/format/dates.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Day, Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { useMay } from '../../../shell/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { standardFacts } from '../rule-facts.ts';
import { courseQuery } from '../staff-api.ts';
import type { Route } from './+types/staff-course-rules-page.ts';
import { ChangeApproval } from './change-approval.tsx';
import { RuleForm } from './staff-rule-form.tsx';
import { type RuleEdition, rulesQuery } from './staff-rules-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Course Rule', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await Promise.all([preload(courseQuery(params.id)), preload(rulesQuery(params.id))]);
};

/** What a course means by its rule of today, a form for the next edition, and all editions. */
export default function StaffCourseRulesPage() {
  const { id = '' } = useParams();
  const { data: course } = useSuspenseQuery(courseQuery(id));
  const { data: editions } = useSuspenseQuery(rulesQuery(id));
  const mayEdit = useMay('courses:edit');
  const [isEditing, setEditing] = useState(false);
  const { timeZone } = useBrand();
  const today = dayOf(new Date(), timeZone);
  const current = editions.find(({ inForce }) => inForce);
  return (
    <>
      <PageHeader
        title="Course Rule"
        actions={
          <>
            <LinkButton to={staffPaths.course(id)} tone="plain" size="small">
              {course.title}
            </LinkButton>
            {mayEdit && !isEditing && (
              <Button size="small" onClick={() => setEditing(true)}>
                New edition
              </Button>
            )}
          </>
        }
      >
        What {course.title} means: its standard, who may take it, and how long its certificate is valid. A new edition
        changes no certificate that is issued.
      </PageHeader>
      <div className="flex flex-col gap-8">
        {isEditing && current && (
          <RuleForm
            courseId={id}
            current={current}
            newest={editions[0]?.edition ?? 0}
            onDone={() => setEditing(false)}
          />
        )}
        <section aria-labelledby="editions" className="flex flex-col gap-4">
          <h2 id="editions" className="text-xl">
            Editions
          </h2>
          <ol className="flex flex-col gap-4">
            {editions.map((edition) => (
              <li key={edition.id}>
                <Edition edition={edition} courseId={id} today={today} />
              </li>
            ))}
          </ol>
        </section>
      </div>
    </>
  );
}

type EditionProps = { edition: RuleEdition; courseId: string; today: string };

function Edition({ edition, courseId, today }: EditionProps) {
  const mayEdit = useMay('courses:edit');
  const named = useId();
  const hasEnded = hasApprovalEnded(edition, today);
  const { appliesFrom, qualification, source, sourceDate, createdAt, createdBy, inForce, certificates } = edition;
  const required = requirementsInWords(edition.requirements);
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h3 id={named} className="text-lg">
          Edition {edition.edition}
        </h3>
        {inForce && <Badge tone="good">In force</Badge>}
        {hasEnded && <Badge tone={inForce ? 'warn' : 'plain'}>Approval has ended</Badge>}
        <span className="text-sm text-soft">
          {appliesFrom ? (
            <>
              Applies from <Day date={appliesFrom} />
            </>
          ) : (
            'Applies from the beginning'
          )}
        </span>
      </div>
      <Facts
        className="text-sm lg:grid-cols-4"
        facts={[
          ['Certificate', validityInWords(edition)],
          ['Certifies', qualification || 'Not named'],
          ...standardFacts(edition),
          ['Issued by this edition', certificates === 1 ? '1 certificate' : `${certificates} certificates`],
          [
            'Entered',
            <span key="entered">
              <Moment at={createdAt} />
              {createdBy && ` by ${createdBy}`}
            </span>,
          ],
          [
            'Source',
            source ? (
              <span key="source">
                {source}
                {sourceDate && (
                  <>
                    , read on <Day date={sourceDate} />
                  </>
                )}
              </span>
            ) : (
              'None'
            ),
          ],
        ]}
      />
      <div className="text-sm">
        <p className="text-soft">Who may take it</p>
        {required.length === 0 ? (
          <p className="font-medium">Everybody</p>
        ) : (
          <ul className="list-disc pl-5 font-medium">
            {required.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </div>
      {mayEdit && (
        <div>
          <ChangeApproval courseId={courseId} edition={edition} describedBy={named} />
        </div>
      )}
    </Card>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Course Rule" failure="Failed to load the rule." error={error} />;
}
