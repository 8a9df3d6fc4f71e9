/** The logo: a fairlead, the ring that a line runs through, with the line forming a wave. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={className}>
      <circle cx="20" cy="20" r="18" fill="#0b2444" stroke="#f5f1e6" strokeWidth="2" />
      <circle cx="20" cy="20" r="8.5" fill="none" stroke="#f5f1e6" strokeWidth="3" />
      <path
        d="M3 26c5-5 9-5 13-1s9 4 13 0 6-4 8-3"
        fill="none"
        stroke="#ff7a45"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
