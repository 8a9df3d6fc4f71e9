import type { WaysToPay as Ways } from '@fairlead/contract/fees/own-fees';
import type { ReactNode } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { CopyFacts } from '../../ui/copy-facts.tsx';
import { EmailOrPhone } from '../../ui/email-or-phone.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';

type WaysProps = { ways: Ways; reference: string; amount: string };

/** How a fee can be paid. Money does not move here: a UPI app, a bank or the academy's desk moves it. */
export function WaysToPay({ ways: { upi, bank, desk }, reference, amount }: WaysProps) {
  if (!upi && !bank && !desk) return <AskTheAcademy />;
  return (
    <div className="grid items-start gap-10 md:grid-cols-2">
      {upi && (
        <Way title="UPI">
          {/* on a phone the app is on the same device; elsewhere there is none that the link could open */}
          <a href={upi.link} className="button w-full bar:hidden">
            Pay {amount} with a UPI app
          </a>
          <p className="text-sm text-soft">Scan this code with a UPI app. It fills in the amount and your reference.</p>
          <QrPicture qr={upi.qr} label={`QR code that pays ${amount} to ${upi.name} by UPI`} className="self-center" />
          <CopyFacts facts={[['UPI ID', upi.upiId]]} />
        </Way>
      )}
      <div className="flex flex-col gap-8">
        {bank && (
          <Way title="Bank transfer">
            <CopyFacts
              facts={[
                ...(bank.accountName ? [['Account name', bank.accountName] as const] : []),
                ['Account number', bank.accountNumber],
                ['IFSC', bank.ifsc],
                ...(bank.bankName ? [['Bank', bank.bankName] as const] : []),
                ['Your reference', reference],
              ]}
            />
            <p className="text-sm text-soft">
              Write your reference into the transfer, so that the academy finds your payment.
            </p>
          </Way>
        )}
        {desk && (
          <Way title="At the academy">
            <p className="whitespace-pre-line">{desk}</p>
            <p className="text-sm text-soft">You get the receipt there. Send no proof.</p>
          </Way>
        )}
      </div>
    </div>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  );
}

function AskTheAcademy() {
  const { email, phone } = useBrand();
  return (
    <p>
      Ask the academy how to pay: <EmailOrPhone email={email} phone={phone} />.
    </p>
  );
}
