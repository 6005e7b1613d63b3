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

/** At the end of what a command takes: any number of schools. */
export const ANY_NAMES = '[NAME…]';

/** What is known of a command before it is run. */
export type Described = {
  name: string;
  /** One line for the list of all. */
  summary: string;
  /** What must follow the name, in capitals, or `ANY_NAMES`. */
  takes: readonly string[];
  /** Flags with one line each. */
  flags?: Record<string, Flag>;
  /** What a person has to know before using it, a paragraph a line. */
  help: readonly string[];
};

export type Command = Described & {
  /** Throws `Refused`, and what opening the configuration or the records throws. */
  run(work: Work, args: readonly string[], flags: Record<string, unknown>): Promise<Result>;
  /** Instead of the refusal, where faults of the configuration are what it is asked for. */
  onConfigFaults?(faults: readonly string[]): Result;
};

/** What a command for many schools works with. */
export type FleetWork = {
  /** The folder of all schools. */
  root: string;
  /** Of this process: where programs are found, and no school's settings. */
  env: Record<string, string | undefined>;
  /** The release that this command is part of; a checkout is none. */
  ownRelease: string;
  now: () => number;
  /** Says a line before the end, where that is far away. */
  say: (line: string) => void;
};

/** A command for many schools; its name begins with `fleet`, and each has the flag `--root`. */
export type FleetCommand = Described & {
  /** Throws `Refused`. */
  run(fleet: FleetWork, args: readonly string[], flags: Record<string, unknown>): Promise<Result>;
};
