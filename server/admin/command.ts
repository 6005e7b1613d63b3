import type { Config } from '#server/config/config.ts';
import type { Progress } from './progress.ts';

/** Why a command did not do what it was asked, as a sentence for the one who asked. */
export class Refused extends Error {
  override name = 'Refused';
}

/** What a command works with. */
export type Work = {
  config: Config;
  now: () => number;
  /** The product's version, for what is written down. */
  version: string;
  progress: Progress;
};

export type Result = {
  /** For people. */
  lines: string[];
  /** The same for programs. */
  data: Record<string, unknown>;
  /** Set where it did what it was asked and the answer is no: `doctor` has found something. */
  isWrong?: boolean;
};

export type Flag = { type: 'string' | 'boolean'; short?: string; help: string };

export type Command = {
  name: string;
  /** One line for the list of all. */
  summary: string;
  /** What must follow the name, in capitals. */
  takes: readonly string[];
  /** Flags with one line each. */
  flags?: Record<string, Flag>;
  /** What a person has to know before using it, a paragraph a line. */
  help: readonly string[];
  /** Throws `Refused`, and what opening the configuration or the records throws. */
  run(work: Work, args: readonly string[], flags: Record<string, unknown>): Promise<Result>;
  /** Instead of the refusal, where faults of the configuration are what it is asked for. */
  onConfigFaults?(faults: readonly string[]): Result;
};
