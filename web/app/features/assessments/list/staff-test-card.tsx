import { useMay } from '../../../shell/use-permissions.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/layout.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { limitsInWords } from '../settings-words.ts';
import type { Test } from '../staff-wire.ts';
import { GuessingNotice } from './staff-guessing-notice.tsx';
import { PublishButton } from './staff-publish-button.tsx';
import { FurtherTestActions, TestActions } from './staff-test-actions.tsx';
import { countInWords, TestQuestions } from './staff-test-parts.tsx';

/** An assessment on the page of its course; its questions with the correct answers show when it is opened. */
export function TestCard({ test }: { test: Test }) {
  const { id, title, courseTitle, passMark, isPublished, settings } = test;
  const mayEdit = useMay('tests:edit');
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={`test-${id}`} className="text-lg">
            {title}
          </h2>
          <p className="text-soft">
            {title !== courseTitle && `${courseTitle} · `}
            {countInWords(test)} · pass mark {passMark}%
          </p>
          <p className="text-sm text-soft">{limitsInWords(settings)}</p>
        </div>
        <div className="flex items-center gap-4">
          <StatusBadge status={isPublished ? 'published' : 'unpublished'} />
          {mayEdit && <PublishButton test={test} />}
        </div>
      </div>
      <GuessingNotice test={test} />
      <div className="flex flex-wrap gap-2">
        <TestActions test={test} />
        <RowMenu name={title}>
          <FurtherTestActions test={test} />
        </RowMenu>
      </div>
      <details className="group">
        <summary className="w-fit rounded-sm font-semibold text-link hover:underline">
          <span className="group-open:hidden">Show the questions</span>
          <span className="not-group-open:hidden">Hide the questions</span>
        </summary>
        <div className="mt-4 border-t border-line pt-4">
          <TestQuestions test={test} />
        </div>
      </details>
    </Card>
  );
}
