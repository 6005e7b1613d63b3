import { materialCalls } from '#contract/materials/calls.ts';
import { accessToken } from '#web/lib/session/access-token.ts';
import { answerOf, FILE_TIMEOUT_MS, request } from './wire.ts';

const { method, config } = materialCalls.readLessonFile;

/** A file of a lesson, as it is. Rejects with `ApiError`. */
export async function readStored(id: string): Promise<Blob> {
  const call = { method, config, path: `/files/${encodeURIComponent(id)}`, body: undefined };
  const ask = (token: string | null) => request(call, token, FILE_TIMEOUT_MS);
  const token = await accessToken();
  const first = await ask(token);
  const renewed = first.status === 401 && token ? await accessToken({ refused: token }) : null;
  const response = renewed ? await ask(renewed) : first;
  if (!response.ok) await answerOf(response);
  return response.blob();
}
