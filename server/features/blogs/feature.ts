import type { Feature } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';
import { findBlog } from './queries.ts';
import { type BlogOptions, blogRoutes } from './routes.ts';

export const blogFeature = (options: BlogOptions): Feature => ({
  routes: (app) => blogRoutes(app, options),
  own: {
    blog: async (id, caller) => {
      const found = await findBlog(options.db, id);
      const isOwn = found?.authorid === caller._id;
      const isPublic = found?.state === 'published' && found.time <= options.now();
      ensure(isOwn || isPublic, 'blog-not-found');
      ensure(isOwn, 'forbidden');
    },
  },
});
