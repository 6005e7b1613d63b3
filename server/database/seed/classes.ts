import type { ClassGroup, ClassLevel, ClassStatus, PriceUnit } from '#contract/classes/calls.ts';
import type { INSTRUCTORS } from './people.ts';

/**
 * A class of the demo school before it has an id; `price` in whole cents, `daysago` is when its instructor
 * made it.
 */
export type SeedClass = {
  classname: string;
  image: string;
  instructor: keyof typeof INSTRUCTORS;
  price: number;
  priceunit: PriceUnit;
  duetext: string;
  availableseat: number;
  enrolledstudents: number;
  level: ClassLevel;
  group: ClassGroup;
  status: ClassStatus;
  feedback: string | null;
  daysago: number;
  agefrom: number | null;
  ageto: number | null;
  guestplaces: number;
  trialprice: number | null;
  /** How many learners it needs to run, and in how many days that is decided. */
  runs: readonly [from: number, days: number] | null;
  description: string;
};

type Seats = readonly [availableseat: number, enrolledstudents: number];
type Facts = {
  by: keyof typeof INSTRUCTORS;
  for: readonly [ClassGroup, ClassLevel];
  cents: number;
  seats: Seats;
  ages?: readonly [from: number, to: number];
  /** What a trial lesson costs, and how many a lesson has places for. */
  trial?: readonly [cents: number, places: number];
  runs?: SeedClass['runs'];
  daysago: number;
  status?: ClassStatus;
  feedback?: string;
};

/** What the demo school's prices are for, and when they are due. */
const DUE: Record<ClassGroup, Pick<SeedClass, 'priceunit' | 'duetext'>> = {
  Kids: { priceunit: 'month', duetext: 'due to the school on the 1st of each month' },
  Teens: { priceunit: 'month', duetext: 'due to the school on the 1st of each month' },
  Adults: { priceunit: 'term', duetext: 'due to the school by the second lesson' },
  'Private lessons': { priceunit: 'lesson', duetext: 'due to the school at the end of each month' },
};

function course(picture: string, classname: string, facts: Facts, description: string): SeedClass {
  const [group, level] = facts.for;
  const [availableseat, enrolledstudents] = facts.seats;
  const [agefrom, ageto] = facts.ages ?? [null, null];
  const [trialprice, guestplaces] = facts.trial ?? [null, 0];
  return {
    classname,
    image: `/art/class-${picture}-960.webp`,
    instructor: facts.by,
    price: facts.cents,
    ...DUE[group],
    availableseat,
    enrolledstudents,
    level,
    group,
    status: facts.status ?? 'approved',
    feedback: facts.feedback ?? null,
    daysago: facts.daysago,
    agefrom,
    ageto,
    guestplaces,
    trialprice,
    runs: facts.runs ?? null,
    description,
  };
}

export const CLASSES: readonly SeedClass[] = [
  course(
    'first-piano',
    'First Steps at the Piano',
    { by: 'clara', for: ['Kids', 'Beginner'], cents: 4800, seats: [4, 18], daysago: 140 },
    'For children of six to nine who have never had a lesson. They sing, clap and play, two at a keyboard, before the first printed note appears. Twelve lessons of 40 minutes; parents are welcome to sit in on the first and the last. A keyboard with 61 keys is enough at home.',
  ),
  course(
    'grown-up-piano',
    'Piano for Grown-Up Beginners',
    { by: 'clara', for: ['Adults', 'Beginner'], cents: 6250, seats: [9, 27], daysago: 132 },
    'You always wanted to, and somebody once told you that it was too late. It is not. We start with two hands, five notes and a piece worth playing by the third week. Twelve Tuesday evenings, each with a keyboard of your own, and nobody has to perform unless they ask to.',
  ),
  course(
    'piano-repertoire',
    'Piano Repertoire Studio',
    { by: 'clara', for: ['Private lessons', 'Advanced'], cents: 9500, seats: [1, 7], daysago: 120 },
    'One-to-one work on a programme of your own, for players preparing an audition, a diploma or a recital. You agree the time of your own lessons with Clara; on Wednesdays the studio meets to play to one another. Expect recordings to take home, and two concerts a year.',
  ),
  course(
    'theory',
    'Music Theory Without Tears',
    { by: 'clara', for: ['Teens', 'Beginner'], cents: 3990, seats: [22, 34], daysago: 96 },
    'Keys, chords and rhythm from the songs you already listen to. Every rule is heard and sung before it is written down, so it makes sense when an exam asks for it. Suits any instrument; covers what the first three theory grades require.',
  ),
  course(
    'four-hands',
    'Four Hands, One Piano',
    {
      by: 'clara',
      for: ['Adults', 'Intermediate'],
      cents: 5650,
      seats: [12, 0],
      daysago: 6,
      status: 'pending',
    },
    'Duets for couples, friends, parents with grown children, or strangers whom we will introduce. Sunday mornings of dances and slow movements for two players at one keyboard, ending with coffee and a small house concert. You should read both clefs without hurry.',
  ),
  course(
    'piano-week',
    'Forty Hours of Piano in One Week',
    {
      by: 'clara',
      for: ['Teens', 'Intermediate'],
      cents: 28000,
      seats: [10, 0],
      daysago: 34,
      status: 'denied',
      feedback:
        'Dear Clara, the idea of a holiday course is lovely and we would like to have it. Eight hours a day at the keyboard is too much for growing wrists, though. Could you halve the playing time, add listening, theory and a walk after lunch, and send it again? The small hall is free in the second week of the summer break, and we will keep it for you until the end of the month.',
    },
    'A summer week for teenagers who want to make a leap: technique in the morning, pieces after lunch, ensemble until evening. Closes with a concert for families on Friday.',
  ),
  course(
    'guitar-zero',
    'Guitar from Zero',
    { by: 'mateo', for: ['Teens', 'Beginner'], cents: 4500, seats: [12, 41], daysago: 128 },
    'Three chords in the first lesson, a whole song in the second. We work on clean changes, steady strumming and tuning by ear, with songs that the group chooses. Guitars can be borrowed for the first month; acoustic or electric are both fine.',
  ),
  course(
    'fingerstyle',
    'Fingerstyle Guitar',
    { by: 'mateo', for: ['Adults', 'Intermediate'], cents: 5850, seats: [3, 13], daysago: 88 },
    'Bass, chords and melody at once, on one guitar. For players who know their open chords and are tired of strumming: thumb independence, an alternating bass, and arrangements that sound like two people. Bring a steel- or nylon-string guitar and short nails on one hand.',
  ),
  course(
    'ukulele',
    'Ukulele Sunshine Club',
    { by: 'mateo', for: ['Kids', 'Beginner'], cents: 3200, seats: [0, 24], daysago: 110 },
    'Four soft strings, small hands, quick success. Children from five sing and strum together from the first afternoon, and each lesson ends with a game that trains the ear. A ukulele is included in the price and goes home with your child after the course.',
  ),
  course(
    'accordion',
    'Accordion for the Curious',
    {
      by: 'mateo',
      for: ['Adults', 'Beginner'],
      cents: 5400,
      seats: [6, 5],
      daysago: 41,
      runs: [8, 12],
    },
    'Waltzes, tangos and tunes to dance to, on an instrument that is a whole band in your arms. We start with the right hand and the bellows and add the bass buttons one row at a time. Instruments in three sizes are there to be borrowed.',
  ),
  course(
    'violin-small',
    'Violin for Small Hands',
    { by: 'amara', for: ['Kids', 'Beginner'], cents: 5200, seats: [2, 16], ages: [4, 7], daysago: 135 },
    'For children of four to seven together with a parent, who learns the basics too and so can help at home. Posture and a relaxed bow come first, in games; the first tunes follow by ear. We measure every child and lend the violin that fits.',
  ),
  course(
    'cello',
    'Cello Conversations',
    { by: 'amara', for: ['Adults', 'Beginner'], cents: 6400, seats: [8, 11], daysago: 75 },
    'The cello sits close to the human voice, and so it is kind to late starters. In pairs, you will learn to draw a warm tone on open strings, find first position and play simple duets from week four. Cellos can be rented through the school.',
  ),
  course(
    'chamber',
    'Chamber Music Saturdays',
    { by: 'amara', for: ['Teens', 'Advanced'], cents: 4200, seats: [0, 12], daysago: 118 },
    'String players, pianists and winds of about grade six and up, coached in trios and quartets. You learn to lead without speaking, to breathe together and to listen while playing. Two public concerts a year; groups are matched by age and temperament, not only by level.',
  ),
  course(
    'harp',
    'Harp: A First Encounter',
    { by: 'amara', for: ['Private lessons', 'Beginner'], cents: 7550, seats: [4, 3], daysago: 29 },
    'For anybody who has wondered what it is like behind the strings. A handful of lessons, every other week, with a harp for each two of you. You will tune, pluck with rounded fingers and take home one complete piece. No experience needed, and the harp stays here: you only have to bring yourself.',
  ),
  course(
    'drum-kit',
    'Drum Kit Foundations',
    { by: 'jonas', for: ['Teens', 'Beginner'], cents: 4900, seats: [5, 29], daysago: 125 },
    'Grip, bounce, and the four limbs learning to disagree politely. After ten weeks you will play rock, funk and a slow shuffle with a band that is not a recording. Ear protection is provided; a practice pad at home keeps the neighbours on your side.',
  ),
  course(
    'groove-lab',
    'Groove Lab: Time and Feel',
    {
      by: 'jonas',
      for: ['Adults', 'Intermediate'],
      cents: 5525,
      seats: [14, 19],
      daysago: 66,
      trial: [1200, 1],
    },
    'A class about rhythm for every instrument, singers included. We walk, clap and play with a metronome that clicks less and less, until the time is yours. Players say that this is the course after which bands started to call them back.',
  ),
  course(
    'hand-drums',
    'Hand Drum Circle',
    { by: 'jonas', for: ['Kids', 'Beginner'], cents: 2800, seats: [30, 22], ages: [5, 12], daysago: 52 },
    'Djembes, congas and frame drums for fifty children and one patient teacher. Rhythms are learnt by speaking them, so nobody needs to read and nobody is left out. For five- to twelve-year-olds. Friendly to children who find it hard to sit still: here, moving is part of the music.',
  ),
  course(
    'late-drums',
    'Drumming Until Midnight',
    {
      by: 'jonas',
      for: ['Adults', 'Intermediate'],
      cents: 3650,
      seats: [15, 0],
      daysago: 22,
      status: 'denied',
      feedback:
        'Thank you, Jonas: I know how many people can only come late. Our agreement with the neighbours ends loud playing at 21:30, so we cannot have kits until midnight. Rehearsal room 3 has the electronic kits and is open until 23:00. If you plan it for six people on headphones, I will gladly approve it the same day.',
    },
    'Late sessions for people whose working day ends when others go to bed. Open kit, open time, one long groove.',
  ),
  course(
    'flute',
    'Flute: A Beautiful Sound',
    { by: 'hana', for: ['Teens', 'Intermediate'], cents: 5100, seats: [10, 14], daysago: 83 },
    'A term spent on the one thing that everybody hears first. Breath, lips and resonance in daily ten-minute routines, applied to a sonata movement and to film music. For flautists with two years or more behind them; bring your own flute.',
  ),
  course(
    'clarinet',
    'Clarinet Starters',
    {
      by: 'hana',
      for: ['Kids', 'Beginner'],
      cents: 4475,
      seats: [11, 9],
      ages: [8, 12],
      daysago: 47,
      trial: [0, 2],
    },
    'From eight to twelve, when the front teeth and the little fingers are ready. In a group the first squeaks are a shared joke and the first tune a shared triumph. Light clarinets in C are lent for the first year, and reeds are included.',
  ),
  course(
    'find-your-voice',
    'Find Your Voice',
    { by: 'priya', for: ['Adults', 'Beginner'], cents: 4700, seats: [0, 32], daysago: 138 },
    'For people who sing in the car and stop at the traffic light. Posture, breath and the courage to be heard, in a group that laughs a lot and applauds everyone. You will find your range, lose your throat ache and sing one verse alone, if you like.',
  ),
  course(
    'young-choir',
    'Young Voices Choir',
    { by: 'priya', for: ['Kids', 'Beginner'], cents: 2500, seats: [40, 52], daysago: 144 },
    'Every child can sing, and here none is asked to mime. Weekly rehearsals for seven- to twelve-year-olds, with songs in six languages, rounds and easy two-part pieces. Concerts in December and in the park in July; brothers and sisters sing side by side.',
  ),
  course(
    'stage-voice',
    'Singing for the Stage',
    { by: 'priya', for: ['Private lessons', 'Advanced'], cents: 8800, seats: [2, 6], daysago: 58 },
    'For singers with a date in the calendar: an audition, a part, a first solo evening. You agree the time of your own lessons with Priya; on Thursdays you sing to one another. Technique, text and presence are worked on together, with an accompanist every other week. You leave with a programme that you can sing on a bad day.',
  ),
  course(
    'conducting',
    'Conducting: From Singer to Leader',
    {
      by: 'priya',
      for: ['Adults', 'Advanced'],
      cents: 7200,
      seats: [8, 0],
      daysago: 3,
      status: 'pending',
    },
    'For those who lead a choir, or will have to next Sunday. Clear beats, useful rehearsals and the art of saying one thing at a time, tried on a real choir each week. Reading a four-part score is required; a good coat for the final open-air concert is not, but helps.',
  ),
  course(
    'saxophone',
    'Saxophone: First Notes',
    { by: 'elliot', for: ['Teens', 'Beginner'], cents: 5300, seats: [6, 17], daysago: 92 },
    'The saxophone forgives beginners more quickly than most winds: you will have a real tune within the month. We build a steady breath and a tone with character, and play along with blues from the start. Alto saxophones are rented out by the term.',
  ),
  course(
    'jazz-improv',
    'Jazz Improvisation Workshop',
    { by: 'elliot', for: ['Adults', 'Advanced'], cents: 6660, seats: [4, 21], daysago: 104 },
    'Any instrument, one rhythm section, and every Thursday a standard to take apart. We practise saying much with few notes, hearing the changes, and ending together. You should know your scales and be willing to be surprised in public.',
  ),
  course(
    'trumpet',
    'Trumpet, Calm and Clear',
    { by: 'elliot', for: ['Private lessons', 'Intermediate'], cents: 6800, seats: [0, 8], daysago: 71 },
    'For players who tire too early. You agree the time of your own lessons with Elliot, and all meet on Fridays. Less pressure, more air: we rebuild the embouchure over eight weeks, with a written plan for every day. A good class for people coming back to the trumpet after years away.',
  ),
  course(
    'make-a-beat',
    'Make a Beat',
    { by: 'samira', for: ['Teens', 'Beginner'], cents: 4600, seats: [16, 36], daysago: 79 },
    'Record a door, a voice and a bicycle bell, and turn them into a track. Sampling, drum machines and synthesisers from the first hour, with as much music theory as the track needs. Laptops and headphones are here; what you make is yours.',
  ),
  course(
    'dj',
    'DJ Skills: From Bedroom to Dance Floor',
    { by: 'samira', for: ['Teens', 'Intermediate'], cents: 5700, seats: [3, 20], daysago: 37 },
    'Beat-matching by ear, phrasing, and how to read a room before it empties. Everyone plays a set of fifteen minutes at the school disco at the end of term, at a volume that the parents have agreed to. Two decks and a mixer for every pair.',
  ),
  course(
    'songwriting',
    'Songwriting Circle',
    { by: 'samira', for: ['Adults', 'Intermediate'], cents: 4320, seats: [13, 25], daysago: 61 },
    'Bring half a song; leave with a whole one. Each evening has a small task (a chorus without the word love, a verse in seven lines) and an hour of generous, precise listening. You need a few chords on any instrument and something to say.',
  ),
  course(
    'ear-training',
    'The Ear Gym',
    { by: 'samira', for: ['Adults', 'Beginner'], cents: 3500, seats: [25, 12], daysago: 18 },
    'Half an hour of listening, twice a week, for six weeks. Intervals, chords, bass lines and the small differences that make a recording breathe. No instrument and no reading needed; musicians of every level train side by side, because ears have no grades.',
  ),
];
