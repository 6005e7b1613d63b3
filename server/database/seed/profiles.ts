import type { INSTRUCTORS } from './people.ts';

type Profile = { instruments: readonly string[]; words: string };

/** What the demo school's instructors wrote of themselves; Samira has not yet. */
export const PROFILES: Partial<Record<keyof typeof INSTRUCTORS, Profile>> = {
  clara: {
    instruments: ['Piano', 'Harpsichord'],
    words: `I grew up under a piano, quite literally: it was the warmest place in the house. Since then I have played in halls, churches and one lighthouse, and taught for nineteen years.

In a first lesson we play something with both hands before the hour is over. Reading comes along the way, when there is something you want to read.

Adults who say they are too late are my favourite beginners. Nobody practises as stubbornly.`,
  },
  mateo: {
    instruments: ['Guitar', 'Ukulele', 'Accordion'],
    words: `Three chords, a song, and we go on from there. I play flamenco at weekends and campfire songs on every other day, and I do not rank the two.

Bring whatever guitar you have. We tune it first.`,
  },
  amara: {
    instruments: ['Violin', 'Cello', 'Harp'],
    words: `The violin is easier than people say and slower than people hope. I teach it by ear first and by eye soon after, with a good deal of singing in between.

With my quartet I play new music that is usually written by friends.`,
  },
  jonas: {
    instruments: ['Drums', 'Percussion'],
    words: `Loud comes by itself. What we work on is quiet, steady and together.

I play in two bands and one orchestra, and keep a room full of things that sound good when they are hit.`,
  },
  hana: {
    instruments: ['Flute', 'Clarinet', 'Recorder'],
    words: `Breathe out. That is most of it; the rest we take bar by bar.

I came to the flute at twelve, after four years of telling everybody that I would play the horn.`,
  },
  priya: {
    instruments: ['Voice'],
    words: `Everybody has a voice, and most people were told at some point to use less of it. We begin by undoing that.

I conduct two choirs and sing Carnatic music with my sisters.`,
  },
  elliot: {
    instruments: ['Saxophone', 'Trumpet'],
    words: `Jazz is a conversation, and beginners have a lot to say. In my classes you improvise in the first week, on two notes if need be.`,
  },
};
