import type { FastifyRequest } from 'fastify';
import { bearerOf } from './bearer.ts';
import { findUserByUid } from './queries.ts';
import { type CallerSources, resolveCaller, verifyPerson } from './resolve-caller.ts';

/** Who uploads a picture, by an access token or an ID token; null for a stranger, who may upload too. */
export async function uploaderOf(sources: CallerSources, request: FastifyRequest): Promise<string | null> {
  const bearer = bearerOf(request);
  if (!bearer) return null;
  const caller = await resolveCaller(sources, bearer);
  // A picture is nothing that a second factor is asked for.
  if (caller) return caller._id;
  // A token that cannot be checked now is none: the picture is then a stranger's until a record refers to it.
  const person = await verifyPerson(sources, bearer).catch(() => null);
  return person && ((await findUserByUid(sources.db, person.uid))?._id ?? person.uid);
}
