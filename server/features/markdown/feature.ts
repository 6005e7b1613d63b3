import type { Feature } from '#server/features/feature.ts';
import type { RenderMarkdown } from '#server/markdown/render-markdown.ts';
import { markdownRoutes } from './routes.ts';

export const markdownFeature = (options: { render: RenderMarkdown; rateLimitFactor: number }): Feature => ({
  routes: (app) => markdownRoutes(app, options),
});
