/** What cannot be started with, one sentence per fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** The names of variables that only make sense together, where one of them is set and another is not. */
export function incomplete(env: Record<string, unknown>, names: readonly string[]): string[] {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return [];
  const set = names.find((name) => env[name] !== undefined);
  return [`${missing.join(' and ')} must be set too, since ${set} is.`];
}

/** A variable that has no effect without another one. */
export const needing = (env: Record<string, unknown>, name: string, other: string): string[] =>
  env[name] !== undefined && env[other] === undefined
    ? [`${name} counts only where ${other} is set. Set that, too.`]
    : [];
