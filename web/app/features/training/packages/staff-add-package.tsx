import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DocumentIcon } from '../../../ui/icons.tsx';
import { AddPackageForm } from './staff-package-forms.tsx';

/** The button that adds a package to a course, with its dialog. */
export function AddPackage({ courseId }: { courseId: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button tone="plain" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <DocumentIcon /> Add Package
      </Button>
      {/* closing it stops a package that is on its way; what was sent of it waits for another try */}
      <Dialog open={isOpen} onClose={close} title="Add Package">
        <AddPackageForm courseId={courseId} onDone={close} />
      </Dialog>
    </>
  );
}
