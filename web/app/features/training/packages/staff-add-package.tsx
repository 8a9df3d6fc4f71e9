import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { DocumentIcon } from '../../../ui/icons.tsx';
import { AddPackageForm } from './staff-package-forms.tsx';

/** The button that adds a package to a course, with its dialog. */
export const AddPackage = ({ courseId }: { courseId: string }) => (
  // closing it stops a package that is on its way; what was sent of it waits for another try
  <DialogButton
    label={
      <>
        <DocumentIcon /> Add Package
      </>
    }
    size="small"
    title="Add Package"
  >
    {(close) => <AddPackageForm courseId={courseId} onDone={close} />}
  </DialogButton>
);
