/** Drawing of a coast at night: a ship passes a lighthouse and a buoy, on a chart with depth lines and compass rose. */
export function HeroDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 560 420" aria-hidden="true" className={className}>
      <g stroke="#bccade" opacity=".16">
        <path d="M0 70h560M0 140h560M0 210h560M0 280h560M0 350h560M70 0v420M140 0v420M210 0v420M280 0v420M350 0v420M420 0v420M490 0v420" />
      </g>
      <g fill="none" stroke="#bccade" opacity=".4">
        <path d="M560 300c-60-10-90 30-150 24s-80-50-150-44-90 60-160 56-70-20-100-18" />
        <path d="M560 332c-60-10-90 30-150 24s-80-50-150-44-90 60-160 56-70-20-100-18" opacity=".7" />
        <path d="M560 366c-60-10-90 30-150 24s-80-50-150-44-90 60-160 56-70-20-100-18" opacity=".4" />
      </g>
      <g transform="translate(92 100)" stroke="#bccade" fill="none">
        <circle r="56" opacity=".45" />
        <circle r="46" opacity=".25" strokeDasharray="2 5.2" />
        <path d="M0-70 9-9 0 0-9-9ZM0 70-9 9 0 0 9 9ZM70 0 9 9 0 0 9-9ZM-70 0-9-9 0 0-9 9Z" opacity=".7" />
        <path d="M0-70V0l9-9Z" fill="#ff7a45" stroke="none" />
      </g>
      <path d="M462 116 150 62v68l312-2Z" fill="#ffd9a8" opacity=".16" />
      <path d="M462 116 560 96v52l-98-24Z" fill="#ffd9a8" opacity=".22" />
      <path d="M400 300c14-30 34-42 62-42s64 14 98 20v44c-60-12-110 6-160-22Z" fill="#1d4470" />
      <path d="M446 262 452 140h22l8 122Z" fill="#f5f1e6" />
      <path d="m450 184 26 0 2.6 36h-30.5Z" fill="#ff7a45" />
      <path d="M448 138h30v-8h-30Zm5-8h20v-22h-20Z" fill="#071a33" stroke="#f5f1e6" strokeWidth="2.5" />
      <circle cx="463" cy="118" r="6" fill="#ffd9a8" />
      <path d="M451 108c2-10 7-14 12-14s10 4 12 14Z" fill="#ff7a45" />
      <g>
        <path
          d="M120 292h262l-22 40c-8 14-18 18-34 18H180c-18 0-30-6-40-22Z"
          fill="#071a33"
          stroke="#f5f1e6"
          strokeWidth="3"
          strokeLinejoin="round"
        />
        <path d="M131 312h240" stroke="#ff7a45" strokeWidth="5" />
        <path d="M150 292v-66h64v66Z" fill="#f5f1e6" />
        <path d="M158 238h48v12h-48Zm0 22h48v10h-48Z" fill="#0b2444" />
        <path d="M168 226v-30h20v30Z" fill="#ff7a45" />
        <path d="M238 292v-34h38v34Zm42 0v-34h38v34Z" fill="#bccade" />
        <path d="M238 256v-34h38v34Z" fill="#ff7a45" />
        <path d="M322 292v-34h32v34Z" fill="#f5f1e6" opacity=".85" />
        <path d="M372 290v-50M360 250h24" stroke="#f5f1e6" strokeWidth="3" />
      </g>
      <g fill="none" stroke="#f5f1e6" strokeWidth="3" strokeLinecap="round">
        <path d="M70 352c14-9 26-9 40 0s26 9 40 0 26-9 40 0 26 9 40 0 26-9 40 0 26 9 40 0 26-9 40 0 26 9 40 0" />
        <path d="M130 376c14-9 26-9 40 0s26 9 40 0 26-9 40 0 26 9 40 0" opacity=".5" />
      </g>
      <g transform="rotate(8 66 330)">
        <path d="M58 300h16l9 40H49Z" fill="#ff7a45" />
        <path d="M66 286v14" stroke="#f5f1e6" strokeWidth="3" />
        <circle cx="66" cy="282" r="5" fill="#ffd9a8" />
        <path d="M42 340h48c0 9-10 14-24 14s-24-5-24-14Z" fill="#f5f1e6" />
      </g>
      <g fill="#bccade" opacity=".6" fontSize="13" fontFamily="inherit">
        <text x="230" y="120">
          12
        </text>
        <text x="330" y="180">
          27
        </text>
        <text x="210" y="190">
          19
        </text>
        <text x="20" y="240">
          31
        </text>
        <text x="512" y="392">
          8
        </text>
        <text x="300" y="408">
          14
        </text>
      </g>
    </svg>
  );
}
