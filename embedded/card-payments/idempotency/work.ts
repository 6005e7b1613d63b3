import { errorBody, Refusal } from '#embedded/card-payments/errors.ts';
import type { Answer, CardsRequest } from '#embedded/card-payments/options.ts';
import { canonical, type Tree } from '#embedded/card-payments/parameters/form.ts';
import type { CardsRoute } from '#embedded/card-payments/routes.ts';
import { claimKey, fingerprint, keepAnswer, releaseKey } from './keys.ts';

/** An answer with the headers that say under which key it was given. */
export type KeyedAnswer = Answer & { headers: Record<string, string> };

/**
 * Does what a request asks for: reads at once, writes in one transaction, and once only for an
 * `Idempotency-Key`.
 */
export async function answerWork(
  request: CardsRequest,
  route: CardsRoute,
  path: string,
  tree: Tree,
): Promise<KeyedAnswer> {
  const work = route.operation(request);
  const { db } = request.service;
  if (route.method === 'GET') return { ...(await work(db)), headers: {} };
  const key = request.idempotencyKey;
  if (key === null) return { ...(await db.transaction().execute(work)), headers: {} };
  const claim = await claimKey(request, key, path, fingerprint(canonical(tree)));
  if ('answer' in claim) {
    return {
      ...claim.answer,
      headers: {
        'idempotency-key': key,
        'original-request': claim.originalRequest,
        'idempotent-replayed': 'true',
      },
    };
  }
  const answer = await workOnce(request, work, key, claim.owner);
  return { ...answer, headers: { 'idempotency-key': key, 'original-request': claim.owner } };
}

async function workOnce(
  request: CardsRequest,
  work: ReturnType<CardsRoute['operation']>,
  key: string,
  owner: string,
): Promise<Answer> {
  const { db } = request.service;
  try {
    return await db.transaction().execute(async (tx) => {
      const answer = await work(tx);
      await keepAnswer(tx, key, owner, answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Refusal && error.status !== 409) {
      const answer = { status: error.status, body: errorBody(error.fields, request.requestId) };
      await keepAnswer(db, key, owner, answer);
      return answer;
    }
    await releaseKey(db, key, owner);
    throw error;
  }
}
