import { CourseInput } from '@fairlead/contract/courses';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { type FieldErrors, fieldErrors, inFormNames, textOf } from '../../../lib/calls/field-errors.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FileField } from '../../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { RowList } from '../../../ui/forms/row-list.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { isStale, readCourseNow, saveCourse } from '../staff-api.ts';
import { type Course, type CourseDraft, courseInputOf, formNames } from '../wire.ts';
import { differencesOf } from './course-clash.ts';
import { type Clash, ClashDialog } from './staff-course-clash.tsx';

/** Creates a course, or edits the given one. */
export function CourseForm({ course: given }: { course: Course | undefined }) {
  const navigate = useNavigate();
  // the course when the form was opened, even if the page reloads it
  const [course] = useState(given);
  const [clash, setClash] = useState<Clash>();

  async function save(draft: CourseDraft, opened: Course | undefined): Promise<void> {
    try {
      toast(await saveCourse(opened, draft));
    } catch (error) {
      if (!opened || !isStale(error)) throw error;
      const now = await readCourseNow(opened.id);
      const differences = differencesOf(opened, now, draft);
      // no change by the other person conflicts with a value in the form
      if (differences.length === 0) return save(draft, now);
      return setClash({ now, draft, differences, message: messageOf(error, '') });
    }
    await navigate(paths.staff.courses);
  }

  return (
    <>
      <Fields course={course} onSave={(draft) => save(draft, course)} />
      <ClashDialog clash={clash} onSave={save} onClose={() => setClash(undefined)} />
    </>
  );
}

type FieldsProps = { course: Course | undefined; onSave: (draft: CourseDraft) => Promise<void> };

function Fields({ course, onSave }: FieldsProps) {
  return (
    <Form
      onSubmit={(form) => onSave(draftOf(form))}
      check={(form) => errorsIn(draftOf(form), course)}
      failure={course ? 'Failed to update course' : 'Failed to create course'}
      className="max-w-4xl gap-6"
    >
      <Card className="grid gap-5 p-6 sm:grid-cols-2">
        <TextField label="Title" name="title" defaultValue={course?.title} required className="sm:col-span-2" />
        <TextField
          label="Duration"
          name="duration"
          hint="As it is said: 3 days, 12 hours"
          defaultValue={course?.duration}
          required
        />
        <TextField
          label="Price"
          name="price"
          inputMode="decimal"
          hint="In rupees"
          defaultValue={course?.price}
          required
        />
        <TextField label="Category" name="category" defaultValue={course?.category} required />
        <TextField
          label="Validity in months"
          name="validityMonths"
          inputMode="numeric"
          hint="How long a certificate is good for; leave blank for no expiry"
          defaultValue={course?.validityMonths ?? ''}
        />
        <TextArea
          label="Regulations"
          name="regulations"
          rows={3}
          hint="What the course answers to, such as STCW A-VI/1"
          defaultValue={course?.regulations}
          required
          className="sm:col-span-2"
        />
        <TextArea
          label="Description"
          name="description"
          rows={6}
          defaultValue={course?.description}
          required
          className="sm:col-span-2"
        />
      </Card>
      <Subjects subjects={course?.subjects ?? []} />
      <Card className="p-6">
        <FileField
          label="Course image"
          name="picture"
          accept="image/*"
          hint="Wide pictures look best; it is cut to the card it stands on."
          existing={course?.picture ? { filename: 'cover', url: course.picture } : null}
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <SubmitButton size="large">{course ? 'Update Course' : 'Create Course'}</SubmitButton>
        <LinkButton to={paths.staff.courses} tone="plain" size="large">
          Cancel
        </LinkButton>
      </div>
    </Form>
  );
}

function Subjects({ subjects }: { subjects: string[] }) {
  return (
    <Card className="p-6">
      <fieldset>
        <legend className="mb-4 text-lg font-bold">What it teaches</legend>
        <RowList name="subjects" initial={subjects} add="Add Subject" most={100}>
          {({ index, initial, remove }) => (
            <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
              <TextField
                label={`Subject ${index + 1}`}
                name={`subjects.${index}`}
                defaultValue={initial}
                required
                className="min-w-0 flex-1 basis-60"
              />
              {remove && <div className="sm:mt-9">{remove}</div>}
            </div>
          )}
        </RowList>
      </fieldset>
    </Card>
  );
}

function draftOf(form: FormData): CourseDraft {
  const picture = form.get('picture');
  return {
    title: textOf(form, 'title'),
    description: textOf(form, 'description'),
    duration: textOf(form, 'duration'),
    price: textOf(form, 'price'),
    category: textOf(form, 'category'),
    regulations: textOf(form, 'regulations'),
    subjects: [...form.keys()].filter((name) => name.startsWith('subjects.')).map((name) => textOf(form, name)),
    validityMonths: textOf(form, 'validityMonths'),
    picture: picture instanceof File && picture.size > 0 ? picture : null,
  };
}

function errorsIn(draft: CourseDraft, course: Course | undefined): FieldErrors {
  const found = inFormNames(formNames, fieldErrors(CourseInput, courseInputOf(draft)));
  const pictureMissing = !draft.picture && !course?.picture;
  return pictureMissing ? { ...found, picture: 'Please upload an image for the course' } : found;
}
