import type { IdentityErrorBody } from '#contract/protocols/identity.ts';

/** A refusal in the vendor's words: `message` is its code, `CODE` or `CODE : sentence`. */
export class IdentityError extends Error {
  override name = 'IdentityError';
  readonly httpStatus: number;
  readonly status: string | undefined;

  constructor(message: string, httpStatus = 400, status?: string) {
    super(message);
    this.httpStatus = httpStatus;
    this.status = status;
  }
}

/** Throws the refusal `message`. */
export function refuse(message: string): never {
  throw new IdentityError(message);
}

/** Throws the refusal `message` unless `condition` holds. */
export function ensure(condition: unknown, message: string): asserts condition {
  if (!condition) throw new IdentityError(message);
}

/** The refusal of a request that is not in the protocol's form. */
export const invalidArgument = (message: string, httpStatus = 400) =>
  new IdentityError(message, httpStatus, 'INVALID_ARGUMENT');

const REASONS: Record<number, string> = { 403: 'forbidden', 404: 'notFound', 500: 'backendError' };

/** The body the vendor answers a refusal with. */
export function errorBody({ message, httpStatus, status }: IdentityError): IdentityErrorBody {
  const reason = REASONS[httpStatus] ?? 'invalid';
  const errors = [{ message, domain: 'global' as const, reason }];
  return { error: { code: httpStatus, message, errors, ...(status && { status }) } };
}
