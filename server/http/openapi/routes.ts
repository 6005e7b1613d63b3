import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendAnswer, toAnswer } from '#server/http/answer.ts';
import { addressOf } from '#server/http/give-kept.ts';
import type { KeptAnswers } from '#server/http/kept-answers.ts';
import { openApiDocument } from './document.ts';
import { referencePage } from './reference-page.ts';
import { STYLES } from './styles.ts';

type Options = {
  schoolName: string;
  version: string;
  kept: KeptAnswers;
  originOf: (request: FastifyRequest) => string;
  securityHeaders: Record<string, string>;
};

/** The reference loads nothing but its own styles. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the calls are, for machines (`/openapi.json`) and for people (`/docs`), made when it is first asked for. */
export function serveReference(
  api: FastifyInstance,
  { schoolName, version, kept, originOf, securityHeaders }: Options,
) {
  const documentFor = (origin: string) =>
    openApiDocument({ title: `${schoolName} API`, version, url: `${origin}/api` });
  const give = (url: string, type: string, bodyFor: (origin: string) => string) =>
    api.get(url, { config: { access: 'everyone' } }, async (request, reply) => {
      const origin = originOf(request);
      const headers = {
        ...securityHeaders,
        'content-type': type,
        'content-security-policy': POLICY,
        'cache-control': 'public, max-age=0, must-revalidate',
      };
      const answer = await kept.get(
        `${url} ${origin}`,
        addressOf(request),
        async ({ previous }) =>
          previous ?? toAnswer({ status: 200, headers, body: Buffer.from(bodyFor(origin)) }),
      );
      return sendAnswer(request, reply, answer);
    });

  give('/openapi.json', 'application/json; charset=utf-8', (origin) => JSON.stringify(documentFor(origin)));
  give('/docs', 'text/html; charset=utf-8', (origin) => referencePage(documentFor(origin)));
}
