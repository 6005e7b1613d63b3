import fastify from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Access } from '#contract/endpoint.ts';
import { enforceAccess, type OwnedRows } from './access.ts';

const nobody = {
  now: () => 0,
  resolve: async () => null,
  verify: () => Promise.reject(new Error('Nobody signs in here.')),
  resolveKey: async () => null,
  noteUse: async () => {},
};
const ById = z.object({ id: z.string() });
const ByEmail = z.object({ email: z.string() });

type Route = { access?: Access; params?: z.ZodType; body?: z.ZodType; owned?: OwnedRows };

/** Opens an app with one route. */
async function boot({ access, owned = {}, ...schema }: Route) {
  const app = fastify();
  app.setValidatorCompiler(() => () => true);
  enforceAccess(app, nobody, owned);
  app.put('/thing/:id', { config: { access }, schema }, async () => 'done');
  await app.ready();
  await app.close();
}

test('a call without a declared access does not boot', async () => {
  await expect(boot({})).rejects.toThrow('PUT /thing/:id declares no access.');
});

test.each<[string, Route]>([
  ['an address that its path does not have', { access: { student: { self: 'params.email' } }, params: ById }],
  ['an address that its body does not have', { access: { student: { self: 'body.email' } }, body: ById }],
  [
    'an address of a body that it does not take',
    { access: { admin: 'any', student: { self: 'body.email' } } },
  ],
  ['a row that no feature knows the owner of', { access: { student: { self: 'class' } }, params: ById }],
  [
    'a row that its path does not name',
    { access: { student: { self: 'class' } }, params: ByEmail, owned: { class: async () => {} } },
  ],
])('nor does one for a person’s own by %s', async (_what, route) => {
  await expect(boot(route)).rejects.toThrow(
    /^PUT \/thing\/:id has nothing by which .* could be the caller’s own\.$/,
  );
});

test('nor does one that an API key could change something by, or see what no admin may see of all', async () => {
  const refusal = 'PUT /thing/:id is not a call by which admins read: no API key may make it.';
  await expect(boot({ access: { admin: 'any', key: 'people' } })).rejects.toThrow(refusal);
  const app = fastify();
  enforceAccess(app, nobody, {});
  const access = { student: 'any', key: 'read' } as const;
  expect(() => app.get('/thing', { config: { access } }, async () => 'done')).toThrow(
    'no API key may make it',
  );
});

test('one that can be checked does', async () => {
  await boot({ access: 'everyone' });
  await boot({ access: { student: { self: 'params.email' } }, params: ByEmail });
  await boot({ access: { student: { self: 'body.email' } }, body: ByEmail });
  await boot({ access: { student: { self: 'class' } }, params: ById, owned: { class: async () => {} } });
});
