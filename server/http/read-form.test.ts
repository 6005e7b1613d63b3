import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { takeForms } from './read-form.ts';

type Step = 'open' | 'write' | 'close';

/** A disk that fails with a code at a step of writing a file; gives what ends that. */
function breakDisk(code: string, at: Step) {
  const { open } = fs.promises;
  const fail = () => Promise.reject(Object.assign(new Error(code), { code }));
  const handle = {
    writeFile: at === 'write' ? fail : async () => {},
    close: at === 'close' ? fail : async () => {},
  };
  fs.promises.open = (at === 'open' ? fail : async () => handle) as unknown as typeof open;
  syncBuiltinESMExports();
  return () => {
    fs.promises.open = open;
    syncBuiltinESMExports();
  };
}

test.each<[string, Step, number, string]>([
  ['ENOSPC', 'write', 507, 'files-store-full'],
  ['ENOSPC', 'open', 507, 'files-store-full'],
  ['EDQUOT', 'close', 507, 'files-store-full'],
  ['EIO', 'open', 503, 'files-unavailable'],
  ['EIO', 'write', 503, 'files-unavailable'],
  ['EIO', 'close', 503, 'files-unavailable'],
  ['EMFILE', 'open', 503, 'files-unavailable'],
])('a file over which the disk fails with %s at %s is refused with %i', async (code, at, status, name) => {
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
  const mend = breakDisk(code, at);
  try {
    const answer = await app.inject({ method: 'POST', url: '/', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([status, name]);
  } finally {
    mend();
    await app.close();
    fs.rmSync(join(folder, '..'), { recursive: true, force: true });
  }
});
