import { badRequest } from '#embedded/card-payments/errors.ts';
import type { Tree } from './form.ts';

const TEXT_MAX = 5000;
const METADATA_KEYS_MAX = 50;
const METADATA_KEY_MAX = 40;
const METADATA_VALUE_MAX = 500;

/**
 * Takes parameters one by one out of a request's form; every reader throws a 400 `Refusal` that names the
 * parameter as the caller wrote it. `end` refuses what was not read, as Stripe does: a misspelt parameter is
 * never ignored.
 */
export class Parameters {
  readonly #tree: Tree;
  readonly #prefix: string;
  readonly #taken = new Set<string>();
  readonly #parts: Parameters[] = [];

  constructor(tree: Tree, prefix = '') {
    this.#tree = tree;
    this.#prefix = prefix;
  }

  /** A text, or undefined when it was not sent or sent empty. */
  text(name: string, max = TEXT_MAX): string | undefined {
    this.#taken.add(name);
    const value = this.#tree[name];
    if (value === undefined || value === '') return undefined;
    const param = this.name(name);
    if (typeof value !== 'string') throw badRequest(`Invalid string: ${param}`, { param });
    if (value.length > max) {
      throw badRequest(`Invalid ${param}: must be at most ${max} characters`, { param });
    }
    if (!value.isWellFormed() || value.includes('\0')) {
      throw badRequest(`Invalid string: ${param}`, { param });
    }
    return value;
  }

  required(name: string): string {
    const value = this.text(name);
    const param = this.name(name);
    if (value === undefined) {
      throw badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
    }
    return value;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name);
    const found = allowed.find((item) => item === value);
    if (value !== undefined && found === undefined) {
      throw badRequest(`Invalid ${this.name(name)}: must be one of ${allowed.join(', ')}`, {
        param: this.name(name),
      });
    }
    return found;
  }

  /** Whether it was sent as `true`. */
  flag(name: string): boolean {
    return this.oneOf(name, ['true', 'false']) === 'true';
  }

  /** A whole number of at most ten digits. */
  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,10}$/.test(value)) {
      throw badRequest(`Invalid integer: ${value.slice(0, 40)}`, {
        code: 'parameter_invalid_integer',
        param: this.name(name),
      });
    }
    return Number(value);
  }

  list(name: string): string[] {
    const part = this.part(name);
    return part ? part.names().map((place) => part.required(place)) : [];
  }

  /** The parameters below a name, such as `card[…]`; undefined when none was sent. */
  part(name: string): Parameters | undefined {
    this.#taken.add(name);
    const value = this.#tree[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') {
      throw badRequest(`Invalid object: ${this.name(name)}`, { param: this.name(name) });
    }
    const part = new Parameters(value, this.name(name));
    this.#parts.push(part);
    return part;
  }

  /** Stripe's `metadata`: at most 50 short texts of the caller's own. */
  metadata(): Record<string, string> {
    const part = this.part('metadata');
    const names = part?.names() ?? [];
    if (names.length > METADATA_KEYS_MAX || names.some((name) => name.length > METADATA_KEY_MAX)) {
      throw badRequest(
        `Metadata has at most ${METADATA_KEYS_MAX} keys of at most ${METADATA_KEY_MAX} characters.`,
        { param: 'metadata' },
      );
    }
    return Object.fromEntries(names.map((name) => [name, part?.text(name, METADATA_VALUE_MAX) ?? '']));
  }

  names(): string[] {
    return Object.keys(this.#tree);
  }

  /** Takes the named parameters without a look at them. */
  ignore(names: readonly string[]): void {
    for (const name of names) this.#taken.add(name);
  }

  end(): void {
    const unknown = this.names().find((name) => !this.#taken.has(name));
    if (unknown !== undefined) {
      const param = this.name(unknown);
      throw badRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
    }
    for (const part of this.#parts) part.end();
  }

  name(name: string): string {
    return this.#prefix ? `${this.#prefix}[${name}]` : name;
  }
}
