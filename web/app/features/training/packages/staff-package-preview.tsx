import { SelectField } from '../../../ui/forms/select-field.tsx';
import { PackageFrame } from './package-frame.tsx';
import { PackageWays } from './package-ways.tsx';
import type { StaffPackage } from './staff-package-actions.ts';
import { usePlayed } from './use-played.ts';

/** A package as learners see it; nothing that it reports is stored. */
export function PackagePreview({ of, isInDialog = false }: { of: StaffPackage; isInDialog?: boolean }) {
  const items = of.items.filter(({ launch }) => launch !== null);
  const learner = { id: 'preview', name: 'Preview' };
  const nothing = { learner, states: [], values: {}, current: null };
  const { item, play, take, frame } = usePlayed({ ...of, ...nothing }, items, async () => ({}));
  return (
    <div className="flex flex-col gap-4">
      <PackageFrame title={of.title} url={of.url} {...frame} isInDialog={isInDialog} onMessage={take} />
      {play.order && <PackageWays order={play.order} onGo={play.go} />}
      {items.length > 1 && (
        <SelectField
          label="Part"
          name="part"
          value={item ?? ''}
          onChange={({ currentTarget }) => play.open(currentTarget.value)}
          options={items
            .filter(({ id }) => play.mayOpen(id) || id === item)
            .map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      <p className="text-sm text-soft">Nothing that the package reports here is stored.</p>
    </div>
  );
}
