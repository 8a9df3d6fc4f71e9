import { detailWords } from '@fairlead/contract/academy/settings';
import type { Facts } from '../../program/academy-facts.ts';
import type { Config } from '../../settings/config.ts';
import { isThisMachine } from '../../settings/environment.ts';
import { type Finding, fine, look, wrong } from './finding.ts';

const remedy = 'An administrator enters them under Settings.';

/** Domains that nobody can have (RFC 2606, RFC 6761): an email there reaches nobody. */
const exampleDomain = /(^|\.)(example|invalid|test|localhost|example\.(com|net|org))$/i;
/** Words of a text that somebody has left as it came. */
const exampleWords = /\b(example|sample|placeholder|dummy|your|lorem|todo|xxx+)\b/i;
/** Those of a person's name: people are called Sample and Todo. */
const exampleNames = /\b(example|placeholder|dummy|your name|john doe|lorem|xxx+)\b/i;

const domainOf = (address: string) => /@([^@>\s]+)>?$/.exec(address)?.[1] ?? '';
const isExample = (address: string) => exampleDomain.test(domainOf(address));

/** What the academy says of itself: details that certificates lack, and those that are still of an example. */
export function checkDetails({ mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>, facts: Facts): Finding[] {
  const { missing, email, ...texts } = facts.stated;
  const findings: Finding[] = [];
  if (missing.length > 0) {
    const words = missing.map((detail) => detailWords[detail]).join(', ');
    findings.push(look(`Certificates are held until the academy has stated: ${words}.`, remedy));
  }
  for (const detail of ['name', 'city', 'signatoryName', 'signatoryTitle'] as const)
    if (!missing.includes(detail) && (detail === 'signatoryName' ? exampleNames : exampleWords).test(texts[detail]))
      findings.push(
        wrong(`The ${detailWords[detail]} is an example, and stands on certificates: ${texts[detail]}.`, remedy),
      );
  if (email === '') findings.push(look('The academy has stated no email address: nobody can write to it.', remedy));
  else if (isExample(email))
    findings.push(wrong(`The academy’s email address is an example, which reaches nobody: ${email}.`, remedy));
  if (mail.from !== undefined && isExample(mail.from))
    findings.push(
      wrong(
        `MAIL_FROM is an example, whose emails are refused: ${mail.from}.`,
        'Set MAIL_FROM to an email address of the academy, or leave it out.',
      ),
    );
  for (const one of facts.administrators.filter(isExample))
    findings.push(
      (isThisMachine(publicUrl) ? look : wrong)(
        `The administrator ${one} has the email address of an example, and gets neither warnings nor a new password.`,
        'Under Staff, invite yourself as administrator, and disable this account.',
      ),
    );
  return findings.length > 0 ? findings : [fine('The academy has stated what certificates say about it')];
}
