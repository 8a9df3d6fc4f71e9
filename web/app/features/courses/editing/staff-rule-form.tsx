import { courseKinds, RuleInput, type StartingSet } from '@fairlead/contract/courses/course-rules';
import { validityKinds } from '@fairlead/contract/values/validity-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBrand } from '../../../lib/brand.ts';
import { fieldErrors } from '../../../lib/calls/field-errors.ts';
import { dayOf } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { ApprovalFields } from './approval-fields.tsx';
import { codesOf, inRuleForm, type RuleDraft, ruleInputOf } from './rule-draft.ts';
import { addRule, type RuleEdition, startingSetsQuery } from './staff-rules-api.ts';

const kindNames: Record<(typeof courseKinds)[number], string> = {
  first: 'First training',
  refresher: 'Refresher course',
  equivalent: 'Equivalent to another training',
};

const validityNames: Record<(typeof validityKinds)[number], string> = {
  unlimited: 'Does not expire',
  months: 'Expires after a number of months',
  'until-refresher': 'Does not expire, but a refresher is due',
  bound: 'Valid together with another document',
};

type RuleFormProps = {
  courseId: string;
  /** The rule of today, with which the form begins. */
  current: RuleEdition;
  /** The number of the newest edition. */
  newest: number;
  onDone: () => void;
};

/** The form for a new edition of a course's rule; it begins with the rule of today, or with one of a starting set. */
export function RuleForm({ courseId, current, newest, onDone }: RuleFormProps) {
  const { timeZone } = useBrand();
  const [today] = useState(() => dayOf(new Date(), timeZone));
  const startingSets = useQuery(startingSetsQuery(courseId));
  const reserved = reservedIn(startingSets.data ?? []);
  const [draft, setDraft] = useState<{ key: string; rule: RuleDraft }>({ key: '', rule: current });

  async function save(form: FormData) {
    toast(await addRule(courseId, ruleInputOf(form, newest, current)));
    onDone();
  }

  return (
    <Form
      onSubmit={save}
      check={(form) => inRuleForm(fieldErrors(RuleInput, ruleInputOf(form, newest, current)))}
      failure="Failed to save the rule"
      aria-label="New edition"
      className="max-w-4xl gap-6"
    >
      <Card className="flex flex-col gap-5 p-6">
        {startingSets.isError && (
          <ListFailure sentence="Failed to load the starting sets." retry={() => void startingSets.refetch()} />
        )}
        {startingSets.isPending && <Spinner label="Loading the starting sets" />}
        {startingSets.data && (
          <StartingSets sets={startingSets.data} onChoose={(key, rule) => setDraft({ key, rule })} />
        )}
        {reserved.length > 0 && <ReservedCodes reasons={reserved} />}
      </Card>
      <RuleFields key={draft.key} rule={draft.rule} isLimited={reserved.length > 0} />
      <Card className="grid gap-5 p-6 sm:grid-cols-2">
        {/* no starting set changes it */}
        <ApprovalFields approval={current} />
        <TextField
          key={`source ${draft.key}`}
          label="Source"
          name="source"
          hint="Such as the number of the circular"
          defaultValue={draft.rule.source}
          required
        />
        <DateField
          key={`read ${draft.key}`}
          label="Source read on"
          name="sourceDate"
          defaultValue={draft.rule.sourceDate ?? today}
          required
        />
        <DateField
          label="Applies from"
          name="appliesFrom"
          hint="Certificates issued from this day on follow this edition"
          defaultValue={today}
          required
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <SubmitButton size="large">Save Rule</SubmitButton>
        <Button tone="plain" size="large" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** Why the reader cannot give the codes of some starting sets to the course, each once. */
const reservedIn = (sets: readonly StartingSet[]) => [
  ...new Set(sets.flatMap(({ rules }) => rules.flatMap(({ reserved }) => reserved ?? []))),
];

const ReservedCodes = ({ reasons }: { reasons: readonly string[] }) => (
  <div className="text-sm text-soft">
    <p>Some starting sets are not offered. Only staff who work on all courses can give their codes to this course:</p>
    <ul className="mt-2 grid list-disc gap-x-8 pl-5 sm:grid-cols-2">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  </div>
);

type StartingSetsProps = { sets: readonly StartingSet[]; onChoose: (key: string, rule: RuleDraft) => void };

/**
 * The rules that come with the program, one of which fills the form; nothing where the reader can save none of them.
 */
function StartingSets({ sets, onChoose }: StartingSetsProps) {
  const [chosen, setChosen] = useState('');
  const all = sets.flatMap((set) =>
    set.rules.flatMap(({ title, rule, reserved }) =>
      reserved ? [] : [{ key: `${set.key} ${rule.qualification}`, set, title, rule }],
    ),
  );
  if (all.length === 0) return null;
  const one = all.find(({ key }) => key === chosen);
  return (
    <>
      <SelectField
        label="Begin with a starting set"
        hint="Optional. It fills the form below"
        value={chosen}
        name="startingSet"
        placeholder="The rule of today"
        options={all.map(({ key, set, title, rule }) => ({
          value: key,
          label: `${set.name}: ${title} (${rule.qualification})`,
        }))}
        onChange={({ currentTarget }) => {
          const found = all.find(({ key }) => key === currentTarget.value);
          setChosen(currentTarget.value);
          if (found) onChoose(found.key, found.rule);
        }}
      />
      <Alert tone="warn">
        <strong>The academy answers for its rules.</strong> Starting sets are a help to begin with. Compare each with
        its source before you save it.{one && ` ${one.set.note}`}
      </Alert>
    </>
  );
}

/** `isLimited`: whether there are codes that the reader cannot give to the course. */
function RuleFields({ rule, isLimited }: { rule: RuleDraft; isLimited: boolean }) {
  const [kind, setKind] = useState(rule.kind);
  const [validity, setValidity] = useState(rule.validity);
  const { minimumAge, seaMonths, medical } = rule.requirements;
  return (
    <>
      <Card className="grid gap-5 p-6 sm:grid-cols-2">
        <h2 className="text-lg sm:col-span-2">Standard</h2>
        <TextField
          label="Certifies"
          name="qualification"
          hint={`A short code ${isLimited ? 'of your own courses, by which other rules name it' : 'by which other rules name it, such as PST'}`}
          defaultValue={rule.qualification}
        />
        <SelectField
          label="Kind"
          name="kind"
          defaultValue={rule.kind}
          options={courseKinds.map((value) => ({ value, label: kindNames[value] }))}
          onChange={({ currentTarget }) => setKind(currentTarget.value as typeof kind)}
        />
        {kind !== 'first' && (
          <TextField
            label={kind === 'refresher' ? 'Refreshes' : 'Equivalent to'}
            name="kindOf"
            hint="The code of the qualification, such as PST"
            defaultValue={rule.kindOf}
            required
          />
        )}
        <TextField label="STCW regulation" name="regulation" hint="Such as VI/1" defaultValue={rule.regulation} />
        <TextField
          label="Table of the STCW Code"
          name="competenceTable"
          hint="Such as A-VI/1-1"
          defaultValue={rule.competenceTable}
        />
        <TextField
          label="IMO model course"
          name="modelCourse"
          hint="Its number, such as 1.19"
          defaultValue={rule.modelCourse}
        />
        <TextField
          label="Edition of the standard"
          name="standard"
          hint="Such as STCW 2010. A certificate states it"
          defaultValue={rule.standard}
        />
      </Card>
      <Card className="grid gap-5 p-6 sm:grid-cols-2">
        <h2 className="text-lg sm:col-span-2">Certificate</h2>
        <SelectField
          label="Validity"
          name="validity"
          defaultValue={rule.validity}
          options={validityKinds.map((value) => ({ value, label: validityNames[value] }))}
          onChange={({ currentTarget }) => setValidity(currentTarget.value as typeof validity)}
        />
        {(validity === 'months' || validity === 'until-refresher') && (
          <TextField
            label={validity === 'months' ? 'Months until it expires' : 'Months until the refresher is due'}
            name="validityMonths"
            inputMode="numeric"
            hint="60 for five years"
            defaultValue={rule.validityMonths ?? ''}
            required
          />
        )}
        {validity === 'bound' && (
          <TextField
            label="Document"
            name="boundTo"
            hint="Such as certificate of competency"
            defaultValue={rule.boundTo}
            required
          />
        )}
      </Card>
      <Card className="grid gap-5 p-6 sm:grid-cols-2">
        <h2 className="text-lg sm:col-span-2">Who may take the course</h2>
        <TextField
          label="Valid certificates of"
          name="validCertificates"
          hint="Codes, such as PST, FPFF. Leave blank for none"
          defaultValue={codesOf(rule, false)}
        />
        <TextField
          label="Certificates of, even expired"
          name="formerCertificates"
          hint="For a refresher course: the code of what it refreshes"
          defaultValue={codesOf(rule, true)}
        />
        <TextField
          label="Minimum age"
          name="minimumAge"
          inputMode="numeric"
          hint="In years"
          defaultValue={minimumAge ?? ''}
        />
        <TextField
          label="Sea service"
          name="seaMonths"
          inputMode="numeric"
          hint="In months. Staff check it in the documents"
          defaultValue={seaMonths ?? ''}
        />
        <CheckboxField
          label="A valid medical certificate, which staff check"
          name="medical"
          defaultChecked={medical}
          className="sm:col-span-2"
        />
      </Card>
    </>
  );
}
