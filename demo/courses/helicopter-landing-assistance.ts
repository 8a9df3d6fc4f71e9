import { type DemoCourse, question } from '../course.ts';
import { helicopterQuestions } from '../other-kinds.ts';

export const helicopterLandingAssistance: DemoCourse = {
  key: 'helicopter-landing-assistance',
  title: 'Helicopter Landing Assistance',
  description:
    'A helicopter on deck leaves no room for improvising: the minutes before touch-down decide how safe the minutes after it will be. You learn to prepare and clear the deck, to brief passengers and fire party, to read wind and ship motion, and to speak with the pilot in words that cannot be misunderstood. Winching without landing and the first actions after a crash on deck are practised step by step.',
  duration: '2 days',
  price: 8500,
  category: 'Offshore',
  regulations:
    'SOLAS Chapter II-2 Regulation 18 (helicopter facilities); ICS Guide to Helicopter/Ship Operations; CAP 437 Standards for Offshore Helicopter Landing Areas',
  subjects: [
    'The landing area, its markings and lights',
    'Hazards of rotors and downwash',
    'Preparing the deck and the fire party',
    'Signals and radio procedure',
    'Winching operations',
    'Passengers, baggage and cargo',
    'Crash on deck: first actions',
  ],
  validityMonths: 24,
  requires: {
    since: 40,
    source: 'Training manual of the academy, chapter 6: who works on a helideck',
    requirements: {
      certificates: [{ qualification: 'FPFF', evenExpired: false }],
      minimumAge: 18,
      seaMonths: null,
      medical: true,
    },
  },
  taughtBy: 'Farida Contractor, offshore survival instructor',
  isActive: true,
  format: 'online',
  films: [
    { title: 'Make the deck ready', file: 'helicopter-landing-assistance-1' },
    { title: 'Rotors, wind and people', file: 'helicopter-landing-assistance-2' },
    { title: 'Winching without landing', file: 'helicopter-landing-assistance-3' },
  ],
  assessment: {
    title: 'Helicopter Landing Assistance: final test',
    passMark: 75,
    otherKinds: helicopterQuestions,
    questions: [
      question(
        'When may anyone walk towards a helicopter on deck whose rotors are turning?',
        [
          'As soon as both skids or wheels touch the deck',
          'When the passengers wave from the cabin door',
          'Only after the clear signal that it is safe to do so',
          'At any time, if the head is kept below shoulder height',
        ],
        'Only after the clear signal that it is safe to do so',
        { film: 2 },
      ),
      question(
        'Which part of a helicopter must never be approached while the rotors turn?',
        ['The tail rotor', 'The cabin door', 'The nose', 'The baggage hold beside the cabin'],
        'The tail rotor',
        { film: 2 },
      ),
      question(
        'From where should a helicopter normally be approached once the signal is given?',
        [
          'From behind, along the tail boom',
          'From any side, as long as you run',
          'From the side on which the deck is higher',
          'From within the view of the pilot',
        ],
        'From within the view of the pilot',
        { film: 2 },
      ),
      question(
        'Why must every loose object be removed from the landing area?',
        [
          'It hides the markings from the approaching pilot',
          'Downwash can throw it into rotors or engines',
          'It disturbs the radio altimeter on the approach',
          'Customs rules forbid loose cargo on a helideck',
        ],
        'Downwash can throw it into rotors or engines',
        { film: 1 },
      ),
      question(
        'What does the windsock show the pilot?',
        [
          'Direction and strength of the wind at the deck',
          'The course and speed of the ship over ground',
          'The direction from which the swell is running',
          'The side on which passengers will be boarding',
        ],
        'Direction and strength of the wind at the deck',
        { film: 2 },
      ),
      question(
        'Why should the winch hook touch the deck or the sea before anyone takes hold of it?',
        [
          'To let the cable cool after lowering',
          'To take the twist out of the cable',
          'To discharge static electricity',
          'To show the pilot the height',
        ],
        'To discharge static electricity',
        { film: 3 },
      ),
      question(
        'What must never be done with the winch cable of a helicopter?',
        [
          'Letting the hook rest on the deck for a moment',
          'Wearing gloves while the hook is being handled',
          'Keeping clear of the bight of a slack cable',
          'Making it fast to any part of the ship',
        ],
        'Making it fast to any part of the ship',
        { film: 3 },
      ),
      question(
        'Which total capacity of dry powder extinguishers does SOLAS II-2/18 require near a helideck, as a minimum?',
        ['9 kg', '45 kg', '135 kg', '500 kg'],
        '45 kg',
      ),
      question(
        'Who takes the final decision whether the helicopter lands?',
        ['The helicopter landing officer', 'The charterer of the ship', 'The pilot in command', 'The senior passenger'],
        'The pilot in command',
        { film: 2 },
      ),
      question(
        'Which of these must not be worn on the landing area while a helicopter is near?',
        [
          'A cap without a chin strap',
          'A high-visibility waistcoat',
          'Ear defenders and goggles',
          'A helmet with a chin strap',
        ],
        'A cap without a chin strap',
      ),
    ],
  },
};
