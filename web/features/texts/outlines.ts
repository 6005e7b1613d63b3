import type { TextSlug } from '#contract/texts/calls.ts';

/**
 * Outlines of texts: the usual headings, and under each the question that it answers. No outline says
 * anything of a school.
 */
export const OUTLINES: Readonly<Record<TextSlug, string>> = {
  about: `## Who we are

(Who founded the school, when and why? What is it known for?)

## How we teach

(Alone or in groups? From which age? What may a first lesson be like?)

## Who teaches

(What have your teachers learned, and what do they play themselves?)

## Where we are

(Rooms, instruments, how to get there, and wheelchair access.)
`,
  privacy: `## Who is responsible

(Name and address of the school, and whom to write to about this.)

## What we keep, and what for

(Accounts: name, email, picture. Enrolments and payments. Waiting lists. What else you note about students, for what, and on which legal ground.)

## Who else sees it

(Card payments, email, hosting, sign-in with Google or GitHub: which companies, in which countries. Who at the school.)

## How long we keep it

(Accounts, payments, emails: until when. What the law makes you keep.)

## Children

(From which age a student may register alone, and how parents agree.)

## Your rights

(Seeing, correcting, taking along and deleting what is kept: in the account page, or by writing to you. Whom to complain to.)
`,
  terms: `## Who the contract is with

(Name and address of the school.)

## Enrolling

(When a place is booked, and what it includes.)

## Prices and payment

(What is paid, when, and how.)

## Cancelling

(Until when, how, and what is paid back. The right to withdraw that the law gives.)

## Missed and moved lessons

(What happens when a student, or a teacher, cannot come.)

## Behaviour, instruments, liability

(House rules; who pays for damage.)

## Changes of these terms

(How people are told.)
`,
  cookies: `## What is kept in your browser

(Signing in keeps who you are until you sign out. Name whatever else you have added to this site.)

## What others keep

(The card service on the payment page, for instance: which company, what, and for how long.)

## How to remove it

(Signing out, and the browser's own settings.)
`,
  absence: `## When a student cannot come

(Whom to tell, how and until when. Whether the lesson is refunded or made up.)

## When a teacher is ill

(Whether there is a substitute, or another day, and how families are told.)

## Holidays and closing days

(On which days there are no lessons, and whether they are paid for.)
`,
  'child-protection': `## Our promise

(What every child at the school can rely on.)

## Who looks after it

(Who is responsible, and how to reach them.)

## How we work

(Open doors, who may be alone with a child, checks of teachers, photographs, contact outside of lessons.)

## When something is wrong

(Whom to tell, at the school and outside of it, and what happens then.)
`,
};

const isQuestion = (line: string) => line.startsWith('(');

/** Whether a text still asks what its outline asks: then it is not ready to be read. */
export const hasQuestions = (slug: TextSlug, text: string): boolean =>
  OUTLINES[slug].split('\n').some((line) => isQuestion(line) && text.includes(line));
