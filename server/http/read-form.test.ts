import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { takeForms } from './read-form.ts';

/** A disk that takes nothing more; gives what ends that. */
function fill(code: string) {
  const { createWriteStream } = fs;
  const write = (_chunk: unknown, _encoding: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(code), { code }));
  fs.createWriteStream = (() => new Writable({ write })) as unknown as typeof createWriteStream;
  syncBuiltinESMExports();
  return () => {
    fs.createWriteStream = createWriteStream;
    syncBuiltinESMExports();
  };
}

test.each([
  ['ENOSPC', 507, 'files-store-full'],
  ['EDQUOT', 507, 'files-store-full'],
])('a file that the disk refuses with %s is refused with %i', async (code, status, name) => {
  const folder = join(fs.mkdtempSync(join(tmpdir(), 'cadenza-forms-')), 'uploads');
  const app = fastify();
  app.setErrorHandler((error: { status?: number; code?: string }, _request, reply) =>
    reply.code(error.status ?? 500).send({ code: error.code }),
  );
  await takeForms(app, { fileBytes: 1000, folder });
  app.post('/', { schema: { body: {} }, attachValidation: true }, async () => ({}));
  const form = new FormData();
  form.set('file', new File(['%PDF-1.7'], 'etude.pdf'));
  const request = new Request('http://school.test/', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const payload = Buffer.from(await request.arrayBuffer());
  const empty = fill(code);
  try {
    const answer = await app.inject({ method: 'POST', url: '/', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([status, name]);
  } finally {
    empty();
    await app.close();
    fs.rmSync(join(folder, '..'), { recursive: true, force: true });
  }
});
