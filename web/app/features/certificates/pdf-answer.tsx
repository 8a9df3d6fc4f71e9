import type { ReactNode } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { State } from '../../ui/feedback/alert.tsx';
import type { CodeAnswer } from './check-code.ts';
import type { LogEvidence } from './check-proof.ts';
import { CodeAnswerView } from './code-answer.tsx';
import { LogPlace } from './log-evidence.tsx';
import type { Change } from './pdf/changes.ts';
import type { PdfAnswer } from './pdf/check-pdf.ts';
import type { Scanned } from './scanned-text.ts';
import { Fingerprint, TimeStamps } from './time-stamps.tsx';
import { Forged, KeysSeen, Unprepared, Verdict } from './verdict.tsx';
import { ZonedMoment } from './zoned-moment.tsx';

/**
 * The result of the check of a PDF, with a text for each outcome.
 *
 * @param scanned what a code in a picture of an unsigned file says.
 */
export function PdfAnswerView({ answer, scanned }: { answer: PdfAnswer; scanned: Scanned | undefined }) {
  if (answer.verdict === 'signed') {
    return <CodeAnswerView answer={answer.code} file={<SignedFile {...answer} />} />;
  }
  return <FileRefusal answer={answer} scanned={scanned} />;
}

const onDevice = 'The file was checked on this device.';
const nothing = 'Nothing was checked.';

type Refused = Exclude<PdfAnswer, { verdict: 'signed' }>;
type Words = { tone: State; title: string; source: ReactNode };

const words: Record<Exclude<Refused['verdict'], 'out-of-time' | 'stranger' | 'unprepared'>, Words> = {
  appended: { tone: 'bad', title: 'This PDF was changed after it was signed', source: onDevice },
  altered: { tone: 'bad', title: 'This PDF was changed', source: onDevice },
  uncovered: { tone: 'bad', title: 'The signature of this PDF is broken', source: onDevice },
  'no-certificate': { tone: 'warn', title: 'This PDF is not a certificate', source: onDevice },
  unsigned: { tone: 'warn', title: 'This PDF is not signed', source: onDevice },
  encrypted: { tone: 'warn', title: 'This PDF is protected', source: nothing },
  'not-pdf': { tone: 'warn', title: 'This file is not a PDF', source: nothing },
  'too-large': { tone: 'warn', title: 'This file is too large', source: nothing },
};

/** Why a PDF does not confirm a certificate. */
function FileRefusal({ answer, scanned }: { answer: Refused; scanned: Scanned | undefined }) {
  const { name } = useBrand();
  switch (answer.verdict) {
    case 'appended':
      return (
        <Verdict {...words.appended}>
          <p>Somebody changed this file after {name} signed it:</p>
          <ul className="my-1 list-disc pl-6">
            {answer.changes.slice(0, 8).map((change) => (
              <li key={JSON.stringify(change)}>{wordsOf(change)}</li>
            ))}
          </ul>
          <p>Do not accept it. Ask for the file as the academy issued it.</p>
        </Verdict>
      );
    case 'altered':
      return (
        <Verdict {...words.altered}>
          <p>Its content is not what was signed. Do not accept it: ask for the file as the academy issued it.</p>
        </Verdict>
      );
    case 'uncovered':
      return (
        <Verdict {...words.uncovered}>
          <p>
            It cannot be read, or does not cover the whole file. {name} does not issue such files. Do not accept it: ask
            for the file as the academy issued it.
          </p>
        </Verdict>
      );
    case 'stranger':
      return (
        <Verdict tone="bad" title="This PDF is not signed by the academy" source={<KeysSeen at={answer.seen} />}>
          <p>
            This signature is valid, but the key is not the academy’s. It says ‘{answer.signer.name}’, but anyone can
            put any name into their own key.
          </p>
          <Fingerprint {...answer.signer} />
        </Verdict>
      );
    case 'out-of-time':
      return (
        <Forged subject="PDF" source={onDevice} deniedBy="time">
          <Fingerprint {...answer.signer} />
        </Forged>
      );
    case 'no-certificate':
      return (
        <Verdict {...words['no-certificate']}>
          <p>{name} has signed this file, but it contains no code of a certificate.</p>
        </Verdict>
      );
    case 'unsigned':
      return <Unsigned scanned={scanned} />;
    case 'encrypted':
      return (
        <Verdict {...words.encrypted}>
          <p>It is encrypted. Files of {name} never are. Ask for the file as the academy issued it.</p>
        </Verdict>
      );
    case 'not-pdf':
      return (
        <Verdict {...words['not-pdf']}>
          <p>
            Its name says PDF, but its content is something else. Choose the PDF of the certificate, or a picture of its
            code.
          </p>
        </Verdict>
      );
    case 'too-large':
      return (
        <Verdict {...words['too-large']}>
          <p>A certificate is smaller than 1 MB. Files of more than 20 MB are not checked.</p>
        </Verdict>
      );
    case 'unprepared':
      return <Unprepared subject="PDF" />;
  }
}

function Unsigned({ scanned }: { scanned: Scanned | undefined }) {
  const { name } = useBrand();
  return (
    <Verdict {...words.unsigned}>
      <p>
        It is a scan, a print, or was saved by another program: {name} signs every certificate that it issues. The file
        alone proves nothing.
      </p>
      {!scanned && <p>Scan the code on it, choose a picture of the code, or type the certificate’s number.</p>}
      {scanned && 'problem' in scanned && <p className="font-bold">{scanned.problem}</p>}
      {scanned && 'to' in scanned && (
        <>
          <p>It contains a code that can be checked.</p>
          <p className="my-2">
            <LinkButton to={scanned.to} size="small">
              Check the code
            </LinkButton>
          </p>
        </>
      )}
    </Verdict>
  );
}

/** A change in words, as part of a sentence. */
function wordsOf(change: Change): string {
  switch (change.what) {
    case 'content':
      return `the content of page ${change.page} was changed`;
    case 'note':
      return `text was added to page ${change.page}`;
    case 'drawing':
      return `a picture, a stamp or a drawing was added to page ${change.page}`;
    case 'mark':
      return `something was marked or crossed out on page ${change.page}`;
    case 'link':
      return `a link was added to page ${change.page}`;
    case 'field':
      return `a field was added to page ${change.page}`;
    case 'annotation':
      return `an annotation of page ${change.page} was added, changed or removed`;
    case 'pages':
      return 'pages were added, removed or replaced';
    case 'signature':
      return 'a signature was added or replaced';
    case 'attachment':
      return 'an attached file was added, removed or replaced';
    case 'action':
      return 'a script or an action was added';
    case 'metadata':
      return 'its title or other data about the file were changed';
    case 'other':
      return 'something was added to the file';
  }
}

/** Who signed a file that is as the academy signed it, when, and what its proof of the public log shows. */
function SignedFile({ signer, signedAt, evidence, code, ...file }: Extract<PdfAnswer, { verdict: 'signed' }>) {
  const { timeStamps, hasMoreTimeStamps } = file;
  return (
    <div className="flex flex-col gap-6 text-sm text-soft">
      <div>
        <p>
          What was signed on <ZonedMoment at={signedAt.toISOString()} /> is unchanged. Signed by{' '}
          <strong className="text-ink">{signer.name}</strong>, with the academy’s own key.
        </p>
        <Fingerprint {...signer} />
      </div>
      {timeStamps.length > 0 && <TimeStamps checked={timeStamps} hasMore={hasMoreTimeStamps} signedAt={signedAt} />}
      <AttachedProof evidence={evidence} code={code.verdict} />
    </div>
  );
}

type AttachedProofProps = { evidence: LogEvidence | undefined; code: CodeAnswer['verdict'] };

/** The register's own proof is newer, so that of the file is shown where the register has none or cannot be asked. */
function AttachedProof({ evidence, code }: AttachedProofProps) {
  if (!evidence) return null;
  if (evidence.isProved) return (code === 'signed' || code === 'disputed') && <LogPlace {...evidence} source="file" />;
  return (
    <p className="font-semibold text-warn">
      The proof in the file does not match what this device knows of the public log. Check the certificate number with
      internet.
    </p>
  );
}
