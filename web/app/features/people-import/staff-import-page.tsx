import { Link, useNavigate, useSearchParams } from 'react-router';
import { saveFile } from '../../lib/device/save-file.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { FileField } from '../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { DownloadIcon } from '../../ui/more-icons.tsx';
import { readBatchNow } from '../batches/staff-api.ts';
import type { Route } from './+types/staff-import-page.ts';
import { previewImport } from './import-api.ts';
import { LatestImports } from './staff-latest-imports.tsx';
import { OnePerson } from './staff-one-person.tsx';

/** The batch in `?batch=<id>` is that of the people who name no course. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.get('batch');
  return { batch: id ? await readBatchNow(id) : undefined };
}

export const meta: Route.MetaFunction = (page) => titled('Import Users', page);

const columns = [
  ['Name', 'or First name and Last name'],
  ['Email', 'for the invitation and for login'],
  ['Mobile', 'ten digits; outside India, + and the country code first, or a column Country'],
  ['Date of birth', 'the day first: 31/12/1990'],
  ['Rank or grade', ''],
  ['Passport number', ''],
  ['Passport expiry', ''],
  ['CDC number', ''],
  ['CDC expiry', ''],
  ['INDoS number', ''],
  ['Course', 'the title of a published course'],
  ['Batch', 'its number, or its first day'],
] as const;
/** These have to be filled in. */
const needed: readonly string[] = ['Name', 'Email', 'Mobile'];

/** Excel reads a file as UTF-8 only when it begins with a mark. */
const template = `\ufeff${columns.map(([title]) => title).join(',')}\r\n`;

/** The import of people in three steps: upload a table, review it, confirm it. */
export default function StaffImportPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { batch } = loaderData;

  async function send(form: FormData) {
    if (batch) form.set('batchId', batch.id);
    const { id } = await previewImport(form);
    await navigate(staffPaths.importedUsers(id));
  }

  return (
    <>
      <PageHeader title="Import Users">
        Create accounts from a crew list, and enroll the people in courses and batches. You check every row before
        anything is stored.
      </PageHeader>
      {batch && (
        <Alert tone="info" className="mb-6 max-w-5xl">
          Rows that name no course are for{' '}
          <Link to={staffPaths.batch(batch.id)} className="font-semibold text-link underline">
            {batch.code}
          </Link>{' '}
          of {batch.courseTitle}.
        </Alert>
      )}
      <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          <Card>
            <h2 className="mb-4 text-lg">A list of people</h2>
            <Form onSubmit={send} check={check} failure="Failed to read the file.">
              <FileField
                label="List of people"
                name="file"
                accept=".csv,.xlsx,text/csv"
                hint="CSV or Excel (XLSX), at most 10,000 people and 8 MB"
                required
              />
              <TextField
                label="Sheet"
                name="sheet"
                defaultValue={search.get('sheet') ?? ''}
                autoComplete="off"
                maxLength={100}
                hint="Optional: the sheet of a workbook to read, if it is not the first"
              />
              <SubmitButton wide>Check the list</SubmitButton>
            </Form>
          </Card>
          <Card>
            <h2 id="one-person" className="mb-4 text-lg">
              One person
            </h2>
            <OnePerson send={send} batch={batch} />
          </Card>
        </div>
        <Card className="flex flex-col gap-4">
          <h2 className="text-lg">The first row of a list names the columns</h2>
          <dl className="flex flex-col gap-1.5">
            {columns.map(([title, rule]) => (
              <div key={title} className="flex flex-wrap gap-x-3">
                <dt className="font-semibold">
                  {title}
                  {needed.includes(title) && <span className="font-normal text-soft"> (required)</span>}
                </dt>
                {rule && <dd className="text-soft">{rule}</dd>}
              </div>
            ))}
          </dl>
          <p className="text-sm text-soft">
            The columns can be in any order. You see which of them were understood, and can choose others. What you know
            of a person's documents fills in their profile form, which they complete with their address and pictures.
          </p>
          <Button tone="plain" size="small" className="self-start" onClick={saveTemplate}>
            <DownloadIcon /> Download empty list
          </Button>
        </Card>
        <LatestImports />
      </div>
    </>
  );
}

const check = (form: FormData): Record<string, string> => {
  const file = form.get('file');
  return file instanceof File && file.size > 0 ? {} : { file: 'Please choose a CSV or XLSX file.' };
};

const saveTemplate = () => saveFile({ file: new Blob([template], { type: 'text/csv' }), name: 'users.csv' });
