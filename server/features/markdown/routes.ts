import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { markdownEndpoints } from '#contract/markdown/schema.ts';
import { perMinute } from '#server/http/limits/limits.ts';
import type { RenderMarkdown } from '#server/markdown/render-markdown.ts';

type Options = { render: RenderMarkdown; rateLimitFactor: number };

/** The preview is renewed once a second while typing; the worst text takes a seventh of one to render. */
const PREVIEWS_PER_MINUTE = 60;

export const markdownRoutes: FastifyPluginAsyncZod<Options> = async (app, { render, rateLimitFactor }) => {
  const countPreview = perMinute<FastifyRequest>(PREVIEWS_PER_MINUTE * rateLimitFactor, {
    key: ({ user }) => user._id,
  });

  app.route({
    ...markdownEndpoints.previewMarkdown,
    handler: async (request) => {
      countPreview(request);
      return { html: render(request.body.markdown) };
    },
  });
};
