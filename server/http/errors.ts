import { type ErrorCode, errors, type FieldFault } from '#contract/errors.ts';

/** When to come back after a 503, in seconds. */
export const RETRY_S = 5;

/** A refusal from the catalogue. `detail` replaces the catalogue's sentence where a better one is known. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly faults: FieldFault[] | undefined;
  /** When it makes sense to come back, in seconds. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    {
      detail,
      faults,
      retryAfterS,
      cause,
    }: { detail?: string; faults?: FieldFault[]; retryAfterS?: number; cause?: unknown } = {},
  ) {
    const [status, sentence] = errors[code];
    super(detail ?? sentence, { cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.faults = faults;
    this.retryAfterS = retryAfterS ?? (status === 503 ? RETRY_S : undefined);
  }

  /** Fastify's name for it, which the error handlers of mounted services read. */
  get statusCode(): number {
    return this.status;
  }
}

/** Throws the catalogue's error unless `condition` holds. */
export function ensure(condition: unknown, code: ErrorCode): asserts condition {
  if (!condition) throw new AppError(code);
}
