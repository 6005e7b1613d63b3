import { ApiError, type Send } from '#contract/client.ts';
import type { Problem } from '#contract/errors.ts';
import { language, t } from '#languages/t.ts';
import { noteRefusal } from '#web/lib/session/clear-session.ts';
import { noteRole } from '#web/lib/session/session.ts';

const TIMEOUT_MS = 30_000;
/** A file takes its time on the way, and what is made of it, too. */
export const FILE_TIMEOUT_MS = 5 * 60_000;

/** The sentence for an error without a reason. */
export const wentWrong = (): string => t('common.went_wrong');

/** Sends a call with a token. Rejects with `ApiError` when no answer comes. */
export async function request(
  { method, path, body }: Parameters<Send>[0],
  token: string | null,
  timeoutMs?: number,
): Promise<Response> {
  const headers = new Headers({ 'accept-language': language() });
  const form = formOf(body);
  if (body !== undefined && !form) headers.set('content-type', 'application/json');
  if (token) headers.set('authorization', `Bearer ${token}`);
  try {
    return await fetch(`/api${path}`, {
      method,
      headers,
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: AbortSignal.timeout(timeoutMs ?? (form ? FILE_TIMEOUT_MS : TIMEOUT_MS)),
    });
  } catch {
    throw new ApiError({
      status: 0,
      code: 'network',
      detail: t('common.school_unreachable'),
    });
  }
}

/** A body with a file in it as the form that carries one; undefined for any other. */
function formOf(body: unknown): FormData | undefined {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  if (!fields.some(([, value]) => value instanceof File)) return undefined;
  const form = new FormData();
  for (const [name, value] of fields)
    if (value !== undefined) form.set(name, value instanceof File ? value : String(value));
  return form;
}

/** What a call was answered with. Throws the refusal. */
export async function answerOf(response: Response): Promise<unknown> {
  noteRole(response.headers.get('x-role'));
  if (response.ok) return contentOf(response);
  const refusal = await refusalOf(response);
  noteRefusal(refusal);
  throw refusal;
}

async function refusalOf(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  return new ApiError(
    problem ?? {
      status: response.status,
      code: 'internal',
      detail: wentWrong(),
    },
  );
}

/** A file of text as it was sent, its byte order mark included (`text()` would drop it), or JSON. */
async function contentOf(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.startsWith('text/')) return response.json();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}
