import { pagePath } from '#languages/addresses.ts';
import { ENGLISH } from '#languages/languages.ts';
import { language, t } from '#languages/t.ts';
import { configContext } from '#web/ssr.ts';
import type { Route } from './+types/manifest';

/** What a phone needs to keep the school on its home screen; W3C Web Application Manifest. */
export function loader({ context }: Route.LoaderArgs) {
  const { school } = context.get(configContext);
  const manifest = {
    name: school.name,
    short_name: school.name,
    description: school.tagline ?? t('site.app_description'),
    ...(language() !== ENGLISH && { lang: language() }),
    start_url: pagePath('/', language(), school),
    display: 'standalone',
    background_color: '#fbf7f0',
    theme_color: '#fbf7f0',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return Response.json(manifest, { headers: { 'content-type': 'application/manifest+json' } });
}
