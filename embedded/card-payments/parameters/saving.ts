import { badRequest } from '#embedded/card-payments/errors.ts';
import type { SetupFutureUsage } from '#embedded/card-payments/tables.ts';
import type { Parameters } from './parameters.ts';

const USAGES = ['on_session', 'off_session'] as const;

/** Reads `setup_future_usage`; undefined where it was not sent, null where it was sent empty. */
export function readUsage(parameters: Parameters): SetupFutureUsage | null | undefined {
  const usage = parameters.oneOf('setup_future_usage', USAGES);
  return usage ?? (parameters.names().includes('setup_future_usage') ? null : undefined);
}

/** Reads `off_session`, which only who confirms may say. */
export function readOffSession(parameters: Parameters, confirms: boolean): boolean {
  const offSession = parameters.flag('off_session');
  if (offSession && !confirms) {
    throw badRequest('The parameter off_session can only be sent with confirm=true.', {
      param: 'off_session',
    });
  }
  return offSession;
}
