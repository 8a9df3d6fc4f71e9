import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useBrand } from '../../lib/brand.ts';
import { unlisted } from '../../lib/pages/page-meta.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Width } from '../../ui/layout.tsx';
import type { Route } from './+types/code-page.ts';
import { type CodeAnswer, checkCode } from './check-code.ts';
import { CodeAnswerView } from './code-answer.tsx';
import { codeSources } from './code-sources.ts';
import { VerifyPanel } from './verify-panel.tsx';

export const meta: Route.MetaFunction = (page) => [...titled('Verify a Certificate', page), unlisted];

/** The page that the QR code on a certificate links to: the signed data is in the URL fragment and is never sent. */
export default function CodePage() {
  const answer = useCheckedCode();
  return (
    <Width className="max-w-3xl py-10">
      <VerifyPanel hasAnswer>
        {answer ? (
          <CodeAnswerView answer={answer} />
        ) : (
          <Spinner label="Checking the code" className="mx-auto my-6 text-3xl" />
        )}
      </VerifyPanel>
    </Width>
  );
}

/** The result for the code in the URL; undefined until it is known. The server never receives the fragment. */
function useCheckedCode(): CodeAnswer | undefined {
  const { hash } = useLocation();
  const { timeZone } = useBrand();
  const [checked, setChecked] = useState<{ hash: string; answer: CodeAnswer }>();
  const [fault, setFault] = useState<unknown>();
  useEffect(() => {
    let left = false;
    checkCode(hash.slice(1), codeSources(timeZone)).then((answer) => !left && setChecked({ hash, answer }), setFault);
    return () => {
      left = true;
    };
  }, [hash, timeZone]);
  if (fault) throw fault;
  return checked?.hash === hash ? checked.answer : undefined;
}
