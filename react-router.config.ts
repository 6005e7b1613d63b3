import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Every route is known at the start: no manifest request per navigation for a school this size.
  routeDiscovery: { mode: 'initial' },
  // One file a page: a page's loader is too small to travel apart.
  splitRouteModules: false,
} satisfies Config;
