import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import { type Answer, sendAnswer, toAnswer } from '#server/http/answers/answer.ts';
import { addressOf } from '#server/http/answers/give-kept.ts';
import type { KeptAnswers } from '#server/http/answers/kept-answers.ts';
import { openApiDocument } from './document.ts';
import { referencePage } from './reference-page.ts';
import { STYLES } from './styles.ts';

type Options = {
  readSchool: ReadSchool;
  version: string;
  kept: KeptAnswers;
  originOf: (request: FastifyRequest) => string;
  securityHeaders: Record<string, string>;
};

/** With the school's name, which stands in it. */
type NamedAnswer = Answer & { readonly name: string };
type OpenApiDocument = ReturnType<typeof openApiDocument>;

/** The reference loads nothing but its own styles. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * What the calls are, for machines (`/openapi.json`) and for people (`/docs`), made when it is first asked
 * for.
 */
export function serveReference(
  api: FastifyInstance,
  { readSchool, version, kept, originOf, securityHeaders }: Options,
) {
  const give = (url: string, type: string, bodyOf: (document: OpenApiDocument) => string) =>
    api.get(url, { config: { access: 'everyone' } }, async (request, reply) => {
      const origin = originOf(request);
      const headers = {
        ...securityHeaders,
        'content-type': type,
        'content-security-policy': POLICY,
        'cache-control': 'public, max-age=0, must-revalidate',
      };
      const answer = await kept.get<NamedAnswer>(
        `${url} ${origin}`,
        addressOf(request),
        async ({ shows, previous }) => {
          shows('school');
          const { name } = await readSchool();
          if (previous?.name === name) return previous;
          const document = openApiDocument({ title: `${name} API`, version, url: `${origin}/api` });
          return { ...toAnswer({ status: 200, headers, body: Buffer.from(bodyOf(document)) }), name };
        },
      );
      return sendAnswer(request, reply, answer);
    });

  give('/openapi.json', 'application/json; charset=utf-8', (document) => JSON.stringify(document));
  give('/docs', 'text/html; charset=utf-8', referencePage);
}
