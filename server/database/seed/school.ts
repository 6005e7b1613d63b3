import type { FactRow, Row } from '#server/database/schema.ts';

/* What the demo school says of itself: an invention, as the whole of it is. */

const WELCOME = {
  title: 'Music is learnt by playing it',
  words:
    'Patient teachers and a stage at the end of term. Come with a dream, a child or an old guitar; we will begin where you are.',
  lines: ['Classes from age four to eighty-four', 'Instruments to borrow', 'Two concerts a year'],
};

export const DEMO_SCHOOL = {
  tagline: 'A music school where beginners of every age are taken seriously, and nobody plays alone.',
  street: '14 Linden Walk',
  town: 'Harbor Hill, New York',
  phone: '+1 555 0142 732',
  email: 'hello@cadenza.example',
  timezone: 'America/New_York',
  welcome: JSON.stringify(WELCOME),
} satisfies Partial<Row<'school'>>;

/** What only a new demo has: one that was seeded before stays in English alone. */
export const DEMO_LANGUAGES = {
  languages: JSON.stringify(['en', 'de', 'fr']),
  welcome: JSON.stringify({
    ...WELCOME,
    language: 'en',
    translations: {
      de: {
        title: 'Musik lernt man beim Spielen',
        words:
          'Geduldige Lehrkräfte und am Ende jedes Halbjahrs eine Bühne. Bringen Sie einen Traum mit, ein Kind oder eine alte Gitarre: Wir fangen da an, wo Sie stehen.',
        lines: [
          'Kurse für alle von vier bis vierundachtzig',
          'Instrumente zum Ausleihen',
          'Zwei Konzerte im Jahr',
        ],
      },
      fr: {
        title: 'La musique s’apprend en jouant',
        words:
          'Des professeurs patients et, à la fin de chaque semestre, une scène. Venez avec un rêve, un enfant ou une vieille guitare\u00a0: nous partirons de là où vous en êtes.',
        lines: [
          'Des cours pour tous, de quatre à quatre-vingt-quatre ans',
          'Des instruments à emprunter',
          'Deux concerts par an',
        ],
      },
    },
  }),
} satisfies Partial<Row<'school'>>;

const ABSENCE = `## When you or your child cannot come
Write to the office or ring us before the lesson. You do not have to give a reason. A lesson that a student misses is not refunded, but two missed lessons a term may be made up in another class of the same level, if it has a free place.

## When a teacher is ill
A substitute teaches the lesson, or it is cancelled and made up on another day. You get an email either way, and the new day stands in My week.

## Holidays
There are no lessons on the closing days of the school. They are not counted as lessons of a class and are not paid for.

## Infectious illness
Please stay at home with a fever, and for a day after it. Nobody has to play with a cold.
`;

const ABSENCE_DE = `## Wenn Sie oder Ihr Kind nicht kommen können
Schreiben Sie der Verwaltung oder rufen Sie uns vor der Stunde an. Einen Grund müssen Sie nicht nennen. Eine versäumte Stunde wird nicht erstattet; zwei versäumte Stunden je Unterrichtszeitraum können Sie aber in einem anderen Kurs desselben Niveaus nachholen, wenn dort ein Platz frei ist.

## Wenn eine Lehrkraft krank ist
Eine Vertretung übernimmt die Stunde, oder sie fällt aus und wird an einem anderen Tag nachgeholt. In beiden Fällen bekommen Sie eine E-Mail, und der neue Termin steht unter „Meine Woche“.

## Ferien
An den unterrichtsfreien Tagen der Schule findet kein Unterricht statt. Sie zählen nicht als Stunden eines Kurses und werden nicht berechnet.

## Ansteckende Krankheiten
Bitte bleiben Sie bei Fieber zu Hause, und noch einen Tag länger. Mit einer Erkältung muss niemand spielen.
`;

const ABSENCE_FR = `## Si vous ou votre enfant ne pouvez pas venir
Écrivez au secrétariat ou appelez-nous avant la séance. Vous n’avez pas à donner de raison. Une séance manquée n’est pas remboursée, mais deux séances manquées par période peuvent être rattrapées dans un autre cours du même niveau, s’il y reste une place.

## Si un professeur est malade
Un remplaçant assure la séance, ou bien elle est annulée et rattrapée un autre jour. Dans les deux cas, vous recevez un e-mail, et la nouvelle date figure dans « Ma semaine ».

## Vacances
Il n’y a pas de séance les jours de fermeture de l’école. Ces jours ne comptent pas comme séances d’un cours et ne sont pas facturés.

## Maladies contagieuses
En cas de fièvre, restez chez vous, et un jour de plus une fois qu’elle est tombée. Personne n’est obligé de jouer avec un rhume.
`;

/** The demo's one text in its languages. */
export const DEMO_ABSENCE = {
  markdown: ABSENCE,
  language: 'en',
  translations: JSON.stringify({ de: { markdown: ABSENCE_DE }, fr: { markdown: ABSENCE_FR } }),
} satisfies Partial<Row<'texts'>>;

type DemoFact = Pick<FactRow, 'kind' | 'title' | 'words' | 'byline'>;

/** Each kind in its order. */
export const DEMO_FACTS: readonly DemoFact[] = [
  {
    kind: 'event',
    title: 'Art Classes',
    byline: 'Not only for the ears',
    words:
      'On Saturday mornings the third floor smells of paint. Children and adults draw what they hear: a cello in brown, a trumpet in yellow, a waltz that goes round and round. Brushes, paper and live music are there; bring a shirt that may get dirty.',
  },
  {
    kind: 'event',
    title: 'Next Event',
    byline: 'A concert in the park',
    words: [
      'One hundred and twenty students, one warm evening. The youngest open with ukuleles, the chamber groups play into the dusk, and the jazz workshop ends the night when the lamps come on.',
      'First Saturday in July, 6 pm',
      'The band shell in Linden Park',
      'Free, with room for your blanket',
    ].join('\n'),
  },
  {
    kind: 'voice',
    byline: 'Ines K.',
    title: 'Mother of a piano student',
    words:
      'My daughter used to hide behind the piano. Last month she bowed in front of two hundred people and asked when the next concert is.',
  },
  {
    kind: 'voice',
    byline: 'Marcus B.',
    title: 'Cello, second year',
    words:
      'I started the cello at fifty-eight, with hands that had only ever held tools. No one smiled the wrong way, not once.',
  },
  {
    kind: 'voice',
    byline: 'Farah Q.',
    title: 'Mother of a violin student',
    words:
      'They lent us a quarter-size violin, then a half, then found my son the right one to buy. The lessons are good; the honesty is better.',
  },
  {
    kind: 'voice',
    byline: 'Written over the door of our rehearsal room',
    title: null,
    words: 'No one is unmusical. Some people have only not been given enough time.',
  },
  { kind: 'number', title: 'Students', byline: null, words: '732' },
  { kind: 'number', title: 'Teachers', byline: null, words: '53' },
  { kind: 'number', title: 'Programmes', byline: null, words: '31' },
  { kind: 'number', title: 'Awards', byline: null, words: '23' },
];
