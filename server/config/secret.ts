import { inspect } from 'node:util';
import * as z from 'zod';

/**
 * A value that opens something. It is no text, so no type has a place for it by accident, and it shows
 * nowhere what it is.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value, for the one call that needs it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** A variable that holds a secret; `check` is asked of its text. */
export const secret = (check: z.ZodType<string, string> = z.string()) =>
  check.transform((value) => new Secret(value)).optional();
