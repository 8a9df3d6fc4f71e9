import { EmailLink, PhoneLink } from './contact-links.tsx';

/** How to ask the academy in a sentence: by email or telephone, as far as it has stated them. */
export function EmailOrPhone({ email, phone }: { email: string; phone: string }) {
  return (
    <>
      <EmailLink email={email} />
      {phone && (
        <>
          {' '}
          or <PhoneLink number={phone} />
        </>
      )}
    </>
  );
}
