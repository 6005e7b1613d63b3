import { type ErrorCode, errors, type FieldFault } from '#contract/errors.ts';

/** A refusal from the catalogue. `detail` replaces the catalogue's sentence where a better one is known. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly faults: FieldFault[] | undefined;

  constructor(
    code: ErrorCode,
    { detail, faults, cause }: { detail?: string; faults?: FieldFault[]; cause?: unknown } = {},
  ) {
    const [status, sentence] = errors[code];
    super(detail ?? sentence, { cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.faults = faults;
  }
}

/** Throws the catalogue's error unless `condition` holds. */
export function ensure(condition: unknown, code: ErrorCode): asserts condition {
  if (!condition) throw new AppError(code);
}
