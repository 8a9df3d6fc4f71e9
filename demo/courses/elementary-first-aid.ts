import { type DemoCourse, practiceQuestion, question } from '../course.ts';

export const elementaryFirstAid: DemoCourse = {
  key: 'elementary-first-aid',
  title: 'Elementary First Aid',
  description:
    'At sea the ambulance is a shipmate. This course gives every member of the crew the handful of skills that decide the first ten minutes: making the scene safe, opening an airway, pressing a chest, stopping a bleeding, cooling a burn. The videos show each step, and the practical session on manikins takes place at the academy.',
  duration: '2 days',
  price: 3600,
  category: 'Basic Safety',
  regulations:
    'STCW Regulation VI/1; STCW Code Section A-VI/1 and Table A-VI/1-3; MLC, 2006 Standard A4.1 (medical care on board)',
  subjects: [
    'Assessing the scene and the casualty',
    'Resuscitation and the defibrillator',
    'Bleeding and shock',
    'Burns, scalds and electric shock',
    'Fractures and moving a casualty',
    'Cold injuries and drowning',
    'Medical advice by radio',
  ],
  validityMonths: 60,
  qualification: 'EFA',
  taughtBy: 'Dr. Leela Thomas, ship’s doctor',
  isActive: true,
  format: 'online',
  films: [
    { title: 'The first minute', file: 'elementary-first-aid-1' },
    { title: 'Thirty to two', file: 'elementary-first-aid-2' },
    { title: 'Bleeding, burns and cold', file: 'elementary-first-aid-3' },
  ],
  assessment: {
    title: 'Elementary First Aid: final test',
    passMark: 65,
    questions: [
      question(
        'You find someone lying motionless in the engine-room. What comes before everything else?',
        [
          'Making sure that the place is safe for you',
          'Giving the casualty some water to drink',
          'Carrying the casualty to the hospital cabin',
          'Writing the time in the engine log book',
        ],
        'Making sure that the place is safe for you',
        { film: 1 },
      ),
      question(
        'In which ratio are chest compressions and breaths given to an adult?',
        ['5 to 1', '15 to 1', '30 to 2', '50 to 5'],
        '30 to 2',
        { film: 2 },
      ),
      question(
        'At which rate are chest compressions given to an adult?',
        ['40 to 60 a minute', '60 to 80 a minute', '100 to 120 a minute', '160 to 180 a minute'],
        '100 to 120 a minute',
        { film: 2 },
      ),
      question(
        'How deep is the chest of an adult pressed?',
        ['About 1 cm', 'About 5 cm', 'About 10 cm', 'About 15 cm'],
        'About 5 cm',
        { film: 2 },
      ),
      question(
        'A deep cut in the forearm bleeds heavily. What do you do first?',
        [
          'Press firmly and directly on the wound',
          'Hold the arm under warm running water',
          'Wait until the bleeding stops by itself',
          'Look for the medicine chest inventory',
        ],
        'Press firmly and directly on the wound',
        { film: 3 },
      ),
      question(
        'How is a fresh burn on the hand treated?',
        [
          'Butter or oil is spread over it',
          'The blisters are opened and dried',
          'It is wrapped in wool and kept warm',
          'It is cooled under running water',
        ],
        'It is cooled under running water',
        { film: 3 },
      ),
      question(
        'A casualty is unconscious but breathes normally, and no injury is suspected. Which position is right?',
        ['Sitting upright', 'The recovery position', 'On the back with the legs bent', 'On the back with a pillow'],
        'The recovery position',
      ),
      question(
        'A shipmate chokes, is conscious and can no longer cough. What helps?',
        [
          'A glass of water drunk in one go',
          'Lying flat on the back and resting',
          'Back blows and abdominal thrusts in turn',
          'Pushing the food down with one finger',
        ],
        'Back blows and abdominal thrusts in turn',
      ),
      question(
        'The defibrillator announces that it is analysing the heart. What does everybody do?',
        [
          'Hold the casualty’s hands firmly',
          'Keep clear of the casualty',
          'Go on with the compressions',
          'Take the pads off the chest',
        ],
        'Keep clear of the casualty',
        { film: 2 },
      ),
      question(
        'Someone was pulled from cold water, shivers and is confused. What is right?',
        [
          'A hot shower, standing, as soon as possible',
          'A large glass of rum before anything else',
          'Running on deck to get the blood moving',
          'Gentle handling, dry blankets and lying flat',
        ],
        'Gentle handling, dry blankets and lying flat',
        { film: 3 },
      ),
      question(
        'An electrician hangs on to a live switchboard. What do you do before you touch him?',
        ['Switch off the current', 'Pour water on the floor', 'Take hold of his belt', 'Check his pulse'],
        'Switch off the current',
        { film: 1 },
      ),
    ],
    practice: [
      practiceQuestion(
        'Why is a burn cooled with running water and not with ice?',
        [
          'Ice does not cool as well as water',
          'Ice carries the burn to other places',
          'Ice can injure the burnt skin further',
          'Ice stops the casualty from breathing',
        ],
        'Ice can injure the burnt skin further',
        {
          film: 3,
          explanation:
            'Running water takes the heat out of the skin evenly. Ice narrows the blood vessels and can freeze the skin, which makes the injury deeper. Cool the burn for 10 to 20 minutes, and keep the rest of the body warm.',
        },
      ),
      practiceQuestion(
        'Why do you let the chest rise fully after each compression?',
        [
          'So that the heart fills with blood again',
          'So that you can count aloud',
          'So that the casualty can speak',
          'So that the ribs stay cool',
        ],
        'So that the heart fills with blood again',
        {
          film: 2,
          explanation:
            'Pressing drives blood out of the heart, and the heart fills only while the chest rises again. If you lean on the chest in between, each compression moves less blood.',
        },
      ),
      practiceQuestion(
        'Why do you tilt the head of an unconscious casualty back and lift the chin?',
        [
          'So that the eyes stay open',
          'So that the tongue no longer closes the airway',
          'So that the blood flows to the legs',
          'So that the neck can be bandaged',
        ],
        'So that the tongue no longer closes the airway',
        {
          film: 1,
          explanation:
            'The muscles of an unconscious person are slack, and on the back the tongue falls against the throat. Tilting the head and lifting the chin opens the airway; then you can look, listen and feel for breath.',
        },
      ),
    ],
  },
};
