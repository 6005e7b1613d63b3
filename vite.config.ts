import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { markMessages } from '#scripts/languages/mark-messages.ts';

/**
 * Vite puts a helper of 0.8 kB into every page that loads the style sheets and neighbours of a dynamic import ahead. Nothing here
 * has use for it: a page's files are the router's, and no other part brings a style sheet of its own.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** Changes when any of the school's drawings does. */
function artVersion(): string {
  const folder = new URL('./public/art/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest('base64url').slice(0, 8);
}

export default defineConfig(({ command }) => ({
  define: { 'import.meta.env.ART_VERSION': JSON.stringify(artVersion()) },
  plugins: [plainImports, markMessages(), tailwindcss(), reactRouter()],
  // Without it the first page of a fresh checkout in `npm run dev` never hydrates.
  optimizeDeps: { entries: ['web/entry.client.tsx', 'web/root.tsx', 'web/routes/**/*.tsx'] },
  build: {
    assetsInlineLimit: 0,
    // Nothing reads the list of neighbours that a dynamic import would otherwise carry.
    modulePreload: false,
    // A slow machine says nothing of the time that plugins take.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    // The pages' half that runs in the server brings along all it is made of: a production install has no React.
    ssr:
      command === 'build'
        ? {
            define: { 'process.env.NODE_ENV': "'production'" },
            resolve: { noExternal: true },
            build: {
              rolldownOptions: { output: { comments: { legal: true, annotation: false, jsdoc: false } } },
            },
          }
        : {},
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                // What every page needs travels as one file: many small ones compress worse and take longer.
                {
                  name: 'site',
                  test: /contract\/school\/calls\.ts|web\/(root|lib\/(address\/(address|login-path|mail-to)|api\/(api|wire)|family\/my-classes|focus\/focus-quietly|page\/(colours|config|page-meta|slow-navigation|stray-click|title|today-path)|session\/(?!guard\.|sign-in\.|register)[a-z-]+)|routes\/(session-follower|site(\/[a-z-]+)?)|components\/(form\/action-button|icons\/(icon|arrow-right|mail|search)|layout\/(?!page-heading)[a-z-]+|list\/empty|media\/picture|pages-ahead|people\/person-avatar))\./,
                },
                // The calls of public pages.
                {
                  name: 'offer',
                  test: /contract\/((blogs|classes|instruments|instructors|sites|terms|timetable)\/calls|(blogs|classes)\/labels|translations|former|messages\/lesson-reasons|formats|learners\/ages|time\/(wall-time|weekdays))\.ts|web\/lib\/formats\/formats\./,
                },
                // What is said of a class wherever it can be chosen.
                {
                  name: 'choosing',
                  test: /contract\/messages\/(later-words|meets-words|price-words)\.ts|web\/lib\/formats\/price-words\./,
                },
                // What pages with buttons share that ask for a change.
                { name: 'change', test: /web\/lib\/api\/change\./ },
                // What students alone ask for: it comes with what they have, once it is known that one is here, and is there when they press a button.
                {
                  name: 'mine',
                  test: /contract\/(learners|selections|waitlist)\/calls\.ts|web\/(lib\/family\/read-my-classes|features\/(selections\/select|waitlist\/join-line|learners\/choose))\./,
                },
                // What the page of a class asks for besides, where it offers trial lessons.
                {
                  name: 'trials',
                  test: /contract\/trials\/calls\.ts|web\/features\/trials\/booking-changes\./,
                },
                // What the list of classes asks for where a search finds nothing.
                {
                  name: 'wishes',
                  test: /contract\/wishes\/calls\.ts|web\/(features\/wishes\/(wish-words|wishing)|routes\/classes\/nothing-fits)\./,
                },
                // All others, and the words and limits that go with them.
                {
                  name: 'areas',
                  test: /contract\/(?!protocols|errors|[a-z]+\.form|[a-z]+\/(part-of|ask-path|titles|([a-z]+-)?form)\.)/,
                },
                {
                  name: 'posts',
                  test: /web\/(features\/blogs\/blog-card|components\/(icons\/heart|time\/written))\./,
                },
                // What the pages with lists share, small pieces all of them.
                {
                  name: 'lists',
                  test: /web\/(lib\/(formats\/found-text|page\/first-items)|components\/(layout\/page-heading|list\/pager))\./,
                },
                // What forms are checked with: pages without one never load it.
                {
                  name: 'forms',
                  test: /node_modules\/zod\/|contract\/(?!numbers|typed)[a-z]+\.form\.|web\/lib\/forms\/use-faults\./,
                },
                // What reads numbers that people type: few forms outside of the office ask for any.
                { name: 'numbers', test: /contract\/(numbers|typed)\.form\./ },
                // What the sign-in pages share, of which others have the first three too.
                { name: 'field', test: /web\/components\/form\/field\./ },
                { name: 'form-parts', test: /web\/features\/account\/form-parts\./ },
                { name: 'identity-faults', test: /web\/lib\/identity\/identity-faults\./ },
                {
                  name: 'arrival',
                  test: /web\/lib\/(address\/return-path|session\/(guard|sign-in|register-with-school))\./,
                },
                {
                  name: 'entry',
                  test: /web\/features\/account\/(consent-step|email-field|entry-card|leaving-step|password-field|social-buttons|use-entry-faults|use-sign-in-form)\./,
                },
                // Small pieces that go together.
                {
                  name: 'ask',
                  test: /web\/(features\/questions\/ask-link|components\/icons\/message-circle)\./,
                },
                {
                  name: 'absence-link',
                  test: /web\/(features\/texts\/absence-link|components\/icons\/calendar-check)\./,
                },
                { name: 'calendar', test: /web\/components\/icons\/(calendar-days|clock)\./ },
                // The frame of areas, with the menu of instructors: their registers stand beside their area.
                {
                  name: 'area',
                  test: /web\/(routes\/(area(-menu)?|instructor\/area)|components\/icons\/(book-open|circle-plus|layout-dashboard|newspaper))\./,
                },
                { name: 'arrows', test: /web\/components\/icons\/arrow-(down|up)\./ },
                { name: 'dialogs', test: /web\/components\/dialog\/(confirm-dialog|dialog|dialog-foot)\./ },
                {
                  name: 'lesson-day',
                  test: /web\/(lib\/formats\/(lesson-state|school-time)|components\/icons\/printer)\./,
                },
                { name: 'secret', test: /web\/(components\/dialog\/copy|lib\/forms\/secret-of)\./ },
                {
                  name: 'zone-note',
                  test: /web\/(components\/time\/zone-note|lib\/formats\/school-time-elsewhere)\./,
                },
                {
                  name: 'class-choice',
                  test: /web\/(routes\/class-choice|features\/(classes\/class-card|selections\/(select-button|standing-link)|waitlist\/join-waitlist))\./,
                },
              ],
            },
          },
        },
      },
    },
  },
}));
