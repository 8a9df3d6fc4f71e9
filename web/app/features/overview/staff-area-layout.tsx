import { StaffLayout } from '../../shell/staff-layout.tsx';
import { StaffFind } from './find/staff-find.tsx';
import { usePending } from './staff-home/use-pending.ts';

/** The staff area: its layout, with the counts of pending items in the menu, and Find. */
export default function StaffAreaLayout() {
  return <StaffLayout pending={usePending()} find={<StaffFind />} />;
}
