import { type DemoCourse, practiceQuestion, question } from '../course.ts';

export const foodHandling: DemoCourse = {
  key: 'food-handling',
  title: 'Food Handling',
  description:
    'One careless hour in the galley can put half a crew in their bunks, weeks away from the next port. The course follows food from the store to the plate: receiving, chilling, thawing, cooking, cooling and serving, with the temperatures that matter and the habits that keep them. It is for cooks, messmen and everyone else who handles food on board.',
  duration: '12 hours',
  price: 2400,
  category: 'Catering',
  regulations:
    'MLC, 2006 Regulation 3.2 and Standard A3.2 (food and catering), with Guideline B3.2; MARPOL Annex V Regulations 4 and 6 (food wastes); WHO Guide to Ship Sanitation',
  subjects: [
    'Personal hygiene in the galley',
    'Temperatures that keep food safe',
    'Storage and stock rotation',
    'Cross-contamination and allergens',
    'Cleaning and pest control',
    'Food waste at sea',
  ],
  validityMonths: 36,
  taughtBy: 'Anthony Pereira, chief cook',
  isActive: true,
  format: 'online',
  films: [
    { title: 'Welcome aboard', file: 'short' },
    { title: 'Clean hands, clean galley', file: 'food-handling-1' },
    { title: 'Out of the danger zone', file: 'food-handling-2' },
    { title: 'Store, thaw, serve', file: 'food-handling-3' },
  ],
  assessment: {
    title: 'Food Handling: final test',
    passMark: 60,
    questions: [
      question(
        'Between which temperatures do bacteria multiply fastest, so that food should not be left there?',
        ['−18 °C and 0 °C', '0 °C and 4 °C', '5 °C and 60 °C', '75 °C and 100 °C'],
        '5 °C and 60 °C',
        { film: 3 },
      ),
      question(
        'Which temperature should the centre of cooked meat reach, as the World Health Organization advises?',
        ['At least 40 °C', 'At least 50 °C', 'At least 60 °C', 'At least 70 °C'],
        'At least 70 °C',
        { film: 3 },
      ),
      question(
        'At which temperature are frozen provisions kept?',
        ['−18 °C or colder', '−4 °C or colder', '0 °C exactly', '4 °C or colder'],
        '−18 °C or colder',
      ),
      question(
        'Where does raw chicken belong in a refrigerator that also holds cooked food?',
        [
          'On the highest shelf, so that it chills fastest',
          'Below the cooked food, in a covered container',
          'Beside the cooked food, on the same tray',
          'In the door, where it can be reached quickly',
        ],
        'Below the cooked food, in a covered container',
        { film: 4 },
      ),
      question(
        'A messman has had vomiting and diarrhoea during the night. What is right?',
        [
          'He works as usual, but wears two pairs of gloves',
          'He only washes dishes until the shift is over',
          'He reports it and stays away from food work',
          'He cooks, as heat destroys whatever he carries',
        ],
        'He reports it and stays away from food work',
        { film: 2 },
      ),
      question(
        'What is the safest way to thaw a frozen joint of meat?',
        [
          'In the refrigerator, in a tray that catches the drip',
          'On the galley table overnight, covered with a cloth',
          'In a sink of warm water beside the salad',
          'On top of the range while other food is cooking',
        ],
        'In the refrigerator, in a tray that catches the drip',
        { film: 4 },
      ),
      question(
        'What are chopping boards of different colours for?',
        [
          'They show which cook used the board last',
          'They keep raw and ready-to-eat food apart',
          'They tell hot dishes from cold dishes',
          'They show how old the board is',
        ],
        'They keep raw and ready-to-eat food apart',
        { film: 2 },
      ),
      question(
        'What does “first in, first out” mean in the provision store?',
        [
          'The heaviest cases are carried out first',
          'Fresh deliveries are placed in front',
          'The first to arrive takes the stores',
          'The oldest stock is used before newer stock',
        ],
        'The oldest stock is used before newer stock',
        { film: 4 },
      ),
      question(
        'Outside special areas, how far from the nearest land must a ship under way be before it discharges food waste that has not been ground?',
        ['1 nautical mile', '3 nautical miles', '12 nautical miles', '50 nautical miles'],
        '12 nautical miles',
        { film: 4 },
      ),
      question(
        'Within what time should cooked food that is to be kept be in the refrigerator, as the World Health Organization advises?',
        ['Within 2 hours', 'Within 6 hours', 'Within 12 hours', 'Within 24 hours'],
        'Within 2 hours',
        { film: 3 },
      ),
      question(
        'From which prescribed manning does the Maritime Labour Convention call for a fully qualified cook?',
        ['Five or more', 'Ten or more', 'Fifteen or more', 'Twenty or more'],
        'Ten or more',
      ),
    ],
    practice: [
      practiceQuestion(
        'Why are leftovers chilled in shallow trays and not in the deep pot?',
        [
          'The trays are easier to carry',
          'They lose their heat faster',
          'The pot would begin to rust',
          'Chilled food needs no lid',
        ],
        'They lose their heat faster',
        {
          film: 3,
          explanation:
            'The middle of a deep pot stays between 5 °C and 60 °C for hours, and germs multiply there. In a shallow tray the heat has a short way out.',
        },
      ),
      practiceQuestion(
        'Why do you wash your hands after raw chicken, also when they look clean?',
        [
          'Germs cannot be seen or smelled',
          'The smell drives the crew away',
          'Soap keeps the skin soft',
          'Chicken leaves a stain later',
        ],
        'Germs cannot be seen or smelled',
        {
          film: 2,
          explanation:
            'Raw poultry often carries Salmonella or Campylobacter. They pass from the hands to whatever you touch next, and to food that is not heated any more.',
        },
      ),
    ],
  },
};
