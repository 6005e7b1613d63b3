import { type ErrorCode, errors, type FieldFault } from '#contract/errors.ts';
import { ENGLISH } from '#languages/languages.ts';
import { t, withLanguage } from '#languages/t.ts';

/** When to come back after a 503, in seconds. */
export const RETRY_S = 5;

/** A sentence in the language of now. */
type Sentence = () => string;

/**
 * A refusal from the catalogue. `detail` replaces the catalogue's sentence where a better one is known.
 * `message` is English, for the log.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly faults: FieldFault[] | undefined;
  /** When it makes sense to come back, in seconds. */
  readonly retryAfterS: number | undefined;
  /** What it says to a person. */
  readonly sentence: Sentence;

  constructor(
    code: ErrorCode,
    {
      detail,
      faults,
      retryAfterS,
      cause,
    }: { detail?: Sentence | undefined; faults?: FieldFault[]; retryAfterS?: number; cause?: unknown } = {},
  ) {
    const [status, message] = errors[code];
    const sentence = detail ?? (() => t(message));
    super(withLanguage(ENGLISH, sentence), { cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.faults = faults;
    this.sentence = sentence;
    this.retryAfterS = retryAfterS ?? (status === 503 ? RETRY_S : undefined);
  }

  /** Fastify's name for it, which the error handlers of mounted services read. */
  get statusCode(): number {
    return this.status;
  }
}

/** A refusal for what is wrong with fields, one sentence for all of them. */
export const faultIn = (fields: string | readonly string[], sentence: Sentence): AppError =>
  new AppError('invalid-input', {
    detail: sentence,
    faults: [fields].flat().map((field) => ({ field, detail: sentence() })),
  });

/** A refusal for what is wrong with one field, which it names. */
export const fieldFault = (field: string, fault: Sentence): AppError =>
  new AppError('invalid-input', {
    detail: () => t('errors.field_fault', { field, fault: fault() }),
    faults: [{ field, detail: fault() }],
  });

/** Throws the catalogue's error unless `condition` holds. */
export function ensure(condition: unknown, code: ErrorCode): asserts condition {
  if (!condition) throw new AppError(code);
}
