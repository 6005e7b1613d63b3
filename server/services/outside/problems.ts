import { type Said, subjectText } from '#server/jobs/letter.ts';

/** Why a call of a foreign host came to nothing: a message, or what the network said. */
export type Problem = Said | string;

/** The longest network error that is kept. */
const PROBLEM_MAX = 300;

/** What went wrong with a call of a foreign host, for the account that gave its address. */
export class OutsideError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(typeof problem === 'string' ? problem : problem.say, options);
    this.problem = problem;
  }
}

/** A problem as a row keeps it. */
export const keepProblem = (problem: Problem): string =>
  typeof problem === 'string' ? problem.slice(0, PROBLEM_MAX) : JSON.stringify(problem);

/** The same in the language of now. What the network said, and what an earlier version kept, is English. */
export const problemWords = (kept: string): string =>
  kept.startsWith('{"say":') ? (subjectText(JSON.parse(kept) as Said) ?? kept) : kept;
