import { type ReactNode, useState } from 'react';
import { ApiError, NetworkError } from '../lib/calls/api-client.ts';
import { paths } from '../lib/paths.ts';
import { Badge, StatusBadge } from '../ui/badge.tsx';
import { Button, IconButton, LinkButton, type Tone } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { Drawer } from '../ui/dialogs/pane.tsx';
import { Facts } from '../ui/facts.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { PageSkeleton } from '../ui/feedback/skeleton.tsx';
import { Spinner } from '../ui/feedback/spinner.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { CheckboxField, RadioGroup } from '../ui/forms/choice-fields.tsx';
import { CodeField } from '../ui/forms/code-field.tsx';
import { DateField } from '../ui/forms/date-field.tsx';
import { FileField } from '../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../ui/forms/form.tsx';
import { RowList } from '../ui/forms/row-list.tsx';
import { SearchBox } from '../ui/forms/search-box.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { PasswordField, TextArea, TextField } from '../ui/forms/text-fields.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { Card, PageHeader } from '../ui/layout.tsx';
import { LogoMark } from '../ui/logo.tsx';
import { AnchorIcon } from '../ui/more-icons.tsx';

const tones: Tone[] = ['signal', 'navy', 'plain', 'danger', 'quiet'];
const sizes = ['small', 'normal', 'large'] as const;
const states = ['good', 'warn', 'bad', 'info'] as const;
const statuses = ['active', 'inactive', 'published', 'unpublished'];
const verdicts = ['passed', 'failed', 'held', 'issued', 'expired', 'revoked', 'superseded'];

export function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h3 className="text-xl">{title}</h3>
      {children}
    </section>
  );
}

const Row = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap gap-3">{children}</div>;

export function Buttons() {
  return (
    <Shelf title="Buttons">
      {tones.map((tone) => (
        <Row key={tone}>
          {sizes.map((size) => (
            <Button key={size} tone={tone} size={size}>
              {tone}, {size}
            </Button>
          ))}
          <Button tone={tone} busy>
            busy
          </Button>
          <Button tone={tone} disabled>
            disabled
          </Button>
        </Row>
      ))}
      <Row>
        <LinkButton to={paths.courses}>A link</LinkButton>
        <IconButton label="Search">
          <SearchIcon />
        </IconButton>
        <IconButton label="Search, disabled" disabled>
          <SearchIcon />
        </IconButton>
      </Row>
      <div className="chart-ground on-navy flex flex-wrap gap-3 rounded-lg bg-navy p-5 text-on-navy">
        <LogoMark className="size-10" />
        <Button tone="on-navy">on navy</Button>
        <Button>signal on navy</Button>
      </div>
    </Shelf>
  );
}

export function Messages() {
  return (
    <Shelf title="Messages">
      {states.map((tone) => (
        <Alert key={tone} tone={tone}>
          What is {tone}, in its place on the page.
        </Alert>
      ))}
      <Row>
        {states.map((tone) => (
          <Button key={tone} tone="plain" onClick={() => toast(`A toast that is ${tone}`, { tone })}>
            Toast: {tone}
          </Button>
        ))}
      </Row>
      <Row>
        {states.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge>plain</Badge>
      </Row>
      <Row>
        {[...statuses, ...verdicts].map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </Row>
    </Shelf>
  );
}

export function Waiting() {
  return (
    <Shelf title="Waiting, progress, nothing">
      <Row>
        <Spinner className="text-2xl" />
        <Spinner className="text-3xl text-signal" />
      </Row>
      <ProgressBar percent={0} label="Not begun" />
      <ProgressBar percent={42} label="Under way" />
      <ProgressBar percent={100} label="Done" />
      <PageSkeleton />
      <EmptyState title="Nothing found." action={<Button tone="plain">A way on</Button>}>
        A reason, or what to do.
      </EmptyState>
    </Shelf>
  );
}

export function Sheets() {
  const [open, setOpen] = useState<'dialog' | 'left' | 'right'>();
  const close = () => setOpen(undefined);
  return (
    <Shelf title="Sheets and windows">
      <PageHeader title="The head of a screen" actions={<Button tone="plain">For all of it</Button>}>
        One sentence about what it is for.
      </PageHeader>
      <Card>
        <Facts
          facts={[
            ['Vessel', 'MV Sea Otter'],
            ['Rank', 'Second officer'],
            ['Certificate', <StatusBadge key="status" status="issued" />],
            ['Home port', 'Mumbai'],
          ]}
        />
      </Card>
      <Row>
        <Button tone="plain" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button tone="plain" onClick={() => setOpen('left')}>
          Drawer, left
        </Button>
        <Button tone="plain" onClick={() => setOpen('right')}>
          Drawer, right
        </Button>
      </Row>
      <Dialog open={open === 'dialog'} onClose={close} title="A window" actions={<Button onClick={close}>Good</Button>}>
        What it says.
      </Dialog>
      <Drawer open={open === 'left'} onClose={close} side="left" title="Menu" className="w-[200px]">
        What is in it.
      </Drawer>
      <Drawer open={open === 'right'} onClose={close} title="Menu" className="w-[200px]">
        What is in it.
      </Drawer>
    </Shelf>
  );
}

/** Simulates the response to the sample form: a refusal by the server, a network failure, or a slow success. */
async function answer(data: FormData) {
  const wanted = data.get('answer');
  if (wanted === 'refusal')
    throw new ApiError(400, { message: 'Please look again.', code: 'invalid', fields: { name: 'This name is taken' } });
  if (wanted === 'no link') throw new NetworkError();
  await new Promise((done) => setTimeout(done, 1500));
  toast('Saved.');
}

export function Fields() {
  return (
    <Shelf title="Forms">
      <Form onSubmit={answer} failure="That did not work.">
        <TextField label="Name" name="name" hint="A hint explains the format" defaultValue="Asha Nair" />
        <TextField label="With an error" name="wrong" defaultValue="12" error="Enter a valid phone number" />
        <TextField label="Read only" name="fixed" value="asha@example.org" readOnly />
        <TextField label="Disabled" name="off" defaultValue="not now" disabled />
        <PasswordField label="Secret" name="secret" defaultValue="steady as she goes" />
        <CodeField label="Code" name="code" />
        <DateField label="Day" name="day" />
        <SelectField label="Choice" name="choice" options={['Mr', 'Mrs', 'Dr', 'Prof']} />
        <TextArea label="Text" name="text" rows={3} />
        <FileField label="File" name="file" accept="image/*,application/pdf" />
        <RadioGroup
          legend="How the form is answered"
          name="answer"
          options={['slowly', 'refusal', 'no link']}
          initial="slowly"
        />
        <CheckboxField name="agree" label="A box to tick" />
        <RowList name="rows" initial={['One row']} add="Add Row">
          {({ index, initial, remove }) => (
            <div className="flex items-end gap-3">
              <TextField label={`Row ${index + 1}`} name={`rows.${index}`} defaultValue={initial} className="flex-1" />
              {remove}
            </div>
          )}
        </RowList>
        <SubmitButton>Send</SubmitButton>
      </Form>
      <SearchBox label="Search" />
      <p>
        <AnchorIcon className="text-signal" /> Icons are lines that take the colour of their words.
      </p>
    </Shelf>
  );
}

export function Type() {
  return (
    <Shelf title="Type">
      <p className="text-4xl font-bold">Steady as she goes</p>
      <p className="text-3xl font-bold">Head of a screen</p>
      <p className="text-2xl font-bold">Head of a part</p>
      <p className="text-xl font-semibold">Head of a sheet</p>
      <p className="text-lg">A sentence that leads in, with a figure: ₹4,500 for 2 days.</p>
      <p>
        Text as it is read, at 17 pixels and 1.6 lines. A link is{' '}
        <a href="#type" className="text-link underline">
          so
        </a>
        .
      </p>
      <p className="text-sm text-soft">What explains, softly.</p>
    </Shelf>
  );
}
