import { CourseInput } from '@fairlead/contract/courses/calls';
import { courseNames } from '@fairlead/contract/courses/names';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { fieldErrors, inFormNames } from '../../../lib/calls/field-errors.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FileField } from '../../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { MoreFields } from '../../../ui/forms/more-fields.tsx';
import { RowList } from '../../../ui/forms/row-list.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { isStale, readCourseNow, saveCourse } from '../staff-api.ts';
import {
  type CourseDraft,
  courseInputOf,
  draftOf,
  type TextFieldName,
  textFieldNames,
  textFields,
} from '../staff-course-draft.ts';
import type { Course } from '../wire.ts';
import { differencesOf } from './course-clash.ts';
import { type Clash, ClashDialog } from './staff-course-clash.tsx';

/** Creates a course, or edits the given one. */
export function CourseForm({ course: given }: { course: Course | undefined }) {
  const navigate = useNavigate();
  // the course when the form was opened, even if the page reloads it
  const [course] = useState(given);
  const [clash, setClash] = useState<Clash>();

  async function save(draft: CourseDraft, opened: Course | undefined): Promise<void> {
    let id: string;
    try {
      const saved = await saveCourse(opened, draft);
      toast(saved.message);
      id = saved.id;
    } catch (error) {
      if (!opened || !isStale(error)) throw error;
      const now = await readCourseNow(opened.id);
      const differences = differencesOf(opened, now, draft);
      // no change by the other person conflicts with a value in the form
      if (differences.length === 0) return save(draft, now);
      return setClash({ now, draft, differences, message: messageOf(error, '') });
    }
    // a new course has neither videos nor a test yet: its page says so, and leads there
    await navigate(opened ? staffPaths.courses : staffPaths.course(id));
  }

  return (
    <>
      <Fields course={course} onSave={(draft) => save(draft, course)} />
      <ClashDialog clash={clash} onSave={save} onClose={() => setClash(undefined)} />
    </>
  );
}

const isRare = (name: TextFieldName) => 'isRare' in textFields[name];
const usualFields = textFieldNames.filter((name) => !isRare(name));
const rareFields = textFieldNames.filter(isRare);

function fieldOf(name: TextFieldName, course: Course | undefined) {
  const { isRare: _, ...field } = { isRare: false, ...textFields[name] };
  const value = course?.[name];
  if ('options' in field) {
    const { default: usual, ...select } = field;
    return <SelectField key={name} name={name} {...select} defaultValue={value ?? usual} />;
  }
  const Field = 'rows' in field ? TextArea : TextField;
  return <Field key={name} name={name} {...field} defaultValue={value ?? ''} />;
}

type FieldsProps = { course: Course | undefined; onSave: (draft: CourseDraft) => Promise<void> };

function Fields({ course, onSave }: FieldsProps) {
  return (
    <Form
      onSubmit={(form) => onSave(draftOf(form))}
      check={(form) => inFormNames(courseNames, fieldErrors(CourseInput, courseInputOf(draftOf(form))))}
      failure={course ? 'Failed to update course' : 'Failed to create course'}
      className="max-w-4xl gap-6"
    >
      <Card className="grid gap-5 p-6 sm:grid-cols-2">{usualFields.map((name) => fieldOf(name, course))}</Card>
      <Subjects subjects={course?.subjects ?? []} />
      <Card className="p-6">
        <FileField
          label="Course image"
          name="picture"
          accept="image/*"
          hint="Optional: without one, a picture is drawn. Wide pictures look best; they are cropped to fit."
          existing={course?.picture ? { filename: 'cover', url: course.picture.url } : null}
        />
      </Card>
      <Card className="p-6">
        <MoreFields summary="More" open={course !== undefined}>
          <div className="mt-5 grid gap-5 sm:grid-cols-2">{rareFields.map((name) => fieldOf(name, course))}</div>
        </MoreFields>
      </Card>
      <div className="flex flex-wrap gap-3">
        <SubmitButton size="large">{course ? 'Update Course' : 'Create Course'}</SubmitButton>
        <LinkButton to={staffPaths.courses} tone="plain" size="large">
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
