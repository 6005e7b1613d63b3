import fastify from 'fastify';
import { expect, test } from 'vitest';
import { EMBEDDED_ORIGIN, injectFetch } from './inject-fetch.ts';

test('a call that its caller gives up is over for the caller, however long the service takes', async () => {
  const app = fastify();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/slow', async () => {
    asked.resolve();
    return answer.promise;
  });
  const given = new AbortController();
  const call = injectFetch(() => app)(`${EMBEDDED_ORIGIN}/slow`, { signal: given.signal });
  await asked.promise;
  given.abort(new Error('Given up.'));
  await expect(call).rejects.toThrow('Given up.');
  answer.resolve('late');

  const never = AbortSignal.abort(new Error('Never asked.'));
  await expect(injectFetch(() => app)(`${EMBEDDED_ORIGIN}/slow`, { signal: never })).rejects.toThrow(
    'Never asked.',
  );
  await app.close();
});
