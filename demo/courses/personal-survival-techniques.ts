import { type DemoCourse, practiceQuestion, question } from '../course.ts';

export const personalSurvivalTechniques: DemoCourse = {
  key: 'personal-survival-techniques',
  title: 'Personal Survival Techniques',
  description:
    'Two days in the classroom and in the pool on leaving a ship and staying alive until help comes. You put on a lifejacket against the clock, jump, right a capsized liferaft and board it from the water, and learn what the first hour in a survival craft demands. The course has no videos: the instructor marks attendance every half day, and the written test follows on the last day.',
  duration: '2 days',
  price: 3900,
  category: 'Basic Safety',
  regulations:
    'STCW Regulation VI/1; STCW Code Section A-VI/1 and Table A-VI/1-1; SOLAS Chapter III Regulations 19 and 35; LSA Code',
  subjects: [
    'Emergency signals and muster list',
    'Lifejackets, immersion suits and thermal protection',
    'Abandoning ship',
    'Survival craft and their equipment',
    'Survival in the water',
    'Distress signals, EPIRB and SART',
    'Helicopter rescue',
  ],
  validityMonths: 60,
  qualification: 'PST',
  approval: 'DG Shipping, India',
  approvalNumber: 'TR/A/29/2024',
  approvedUntil: '2027-12-31',
  taughtBy: 'Farida Contractor, offshore survival instructor',
  isActive: true,
  format: 'classroom',
  films: [],
  assessment: {
    title: 'Personal Survival Techniques: written test',
    passMark: 60,
    questions: [
      question(
        'What is the general emergency alarm signal?',
        [
          'One long blast that is repeated every minute',
          'Three short blasts, three long blasts and three short blasts',
          'Seven or more short blasts followed by one long blast',
          'A continuous ringing for a quarter of a minute',
        ],
        'Seven or more short blasts followed by one long blast',
      ),
      question(
        'Who gives the order to abandon ship?',
        ['The master', 'The chief engineer', 'The owner’s superintendent', 'The first who reaches the boats'],
        'The master',
      ),
      question(
        'How do you hold yourself when you must jump into the water in a lifejacket?',
        [
          'Head first with both arms stretched out ahead',
          'Sideways with knees drawn up and arms held wide apart',
          'Backwards with both hands behind the head',
          'Feet first with nose covered and lifejacket held down',
        ],
        'Feet first with nose covered and lifejacket held down',
      ),
      question(
        'What is the purpose of the HELP posture in the water?',
        [
          'It makes you easier to see from the air',
          'It slows down the loss of body heat',
          'It lets you swim faster to the raft',
          'It keeps sharks at a distance',
        ],
        'It slows down the loss of body heat',
      ),
      question(
        'A liferaft floats upside down. Where do you stand to right it?',
        [
          'On the side of the gas cylinder, pulling the strap',
          'In the middle of the floor, jumping up and down',
          'On the side opposite the gas cylinder, pushing',
          'Underneath it, lifting the canopy from within',
        ],
        'On the side of the gas cylinder, pulling the strap',
      ),
      question(
        'Everybody is aboard the liferaft beside a sinking ship. What is done next?',
        [
          'The drinking water is shared out',
          'All the rocket flares are fired',
          'The painter is cut and the raft is moved clear',
          'The canopy is deflated so as to see better',
        ],
        'The painter is cut and the raft is moved clear',
      ),
      question(
        'At which depth, at the latest, does a hydrostatic release unit free the liferaft?',
        ['1 metre', '4 metres', '10 metres', '25 metres'],
        '4 metres',
      ),
      question(
        'On which frequency does a satellite EPIRB send its distress alert?',
        ['2182 kHz', '156.8 MHz', '9 GHz', '406 MHz'],
        '406 MHz',
      ),
      question(
        'What is true of drinking seawater in a survival craft?',
        [
          'It must never be drunk, as it speeds up dehydration',
          'It may be drunk after it has stood for one night',
          'It may be drunk if it is mixed with fresh water',
          'It may be drunk from the third day onwards',
        ],
        'It must never be drunk, as it speeds up dehydration',
      ),
      question(
        'How high must a rocket parachute flare rise when it is fired straight up?',
        ['At least 50 metres', 'At least 100 metres', 'At least 300 metres', 'At least 1,000 metres'],
        'At least 300 metres',
      ),
      question(
        'How often does SOLAS ask every crew member to take part in an abandon ship drill, as a minimum?',
        ['Every week', 'Every month', 'Every six months', 'Every year'],
        'Every month',
      ),
    ],
    practice: [
      practiceQuestion(
        'Why should you not swim about to keep warm in cold water?',
        [
          'Swimming makes the lifejacket sink',
          'Swimming wears the whistle out',
          'Movement carries away the water that your body has warmed',
          'Movement hides you from the radar of the rescuers',
        ],
        'Movement carries away the water that your body has warmed',
        {
          explanation:
            'Moving arms and legs sends warm blood to the cold skin, and carries away the water that your body has warmed. Keep still with your knees drawn up, or huddle together with others, unless a survival craft is close.',
        },
      ),
      practiceQuestion(
        'Why are seasickness tablets taken at once in a liferaft, also by those who feel well?',
        [
          'Vomiting takes water and strength from the body',
          'They replace the drinking water of a day',
          'They keep the look-out awake',
          'They must be used up before they expire',
        ],
        'Vomiting takes water and strength from the body',
        {
          explanation:
            'Almost everybody becomes seasick in a raft. Vomiting costs water, which is short, and warmth and the will to hold on. A tablet helps best before the sickness begins.',
        },
      ),
      practiceQuestion(
        'How is a radar transponder (SART) seen from the greatest distance?',
        [
          'Hanging in the water below the raft',
          'Lying flat on the floor of the raft',
          'Wrapped in a thermal protective aid',
          'Mounted as high as possible',
        ],
        'Mounted as high as possible',
        {
          explanation:
            'Radar reaches hardly farther than one can see. A SART one metre above the sea is seen by the radar of a ship from about 5 miles; lying on the floor of the raft, from less than 2.',
        },
      ),
    ],
  },
};
