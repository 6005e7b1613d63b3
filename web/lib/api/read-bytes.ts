import type { Call } from '#contract/endpoint.ts';
import { accessToken } from '#web/lib/session/access-token.ts';
import { answerOf, FILE_TIMEOUT_MS, request } from './wire.ts';

/** What a call answers that gives a file, at this path. Rejects with `ApiError`. */
export async function readBytes(
  { method, config }: Pick<Call, 'method' | 'config'>,
  path: string,
): Promise<Blob> {
  const call = { method, config, path, body: undefined };
  const ask = (token: string | null) => request(call, token, FILE_TIMEOUT_MS);
  const token = await accessToken();
  const first = await ask(token);
  const renewed = first.status === 401 && token ? await accessToken({ refused: token }) : null;
  const response = renewed ? await ask(renewed) : first;
  if (!response.ok) await answerOf(response);
  return response.blob();
}
