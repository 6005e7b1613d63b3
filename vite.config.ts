import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The icons are picked one by one; left external the server would load all of them.
  ssr: { noExternal: ['lucide-react'] },
  // Without it the first page of a fresh checkout in `npm run dev` never hydrates.
  optimizeDeps: { entries: ['web/entry.client.tsx', 'web/root.tsx', 'web/routes/**/*.tsx'] },
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\//,
                },
                // What every page needs travels as one file: many small ones compress worse and take longer.
                {
                  name: 'site',
                  test: /contract\/(?!protocols|errors)|lucide-react\/dist\/esm\/(?!icons)|web\/(lib\/(access-token|address|api|config|dates|guard|focus-quietly|missing|my-classes|outcome|page-meta|price|return-path|session|slow-navigation|stray-click|title)|routes\/site\/[a-z-]+|components\/(action-button|brand|empty|failure|leaving|load-failed|needs-scripts|not-found|page-announcer|person-avatar|picture|session-follower|spinner|toasts))\./,
                },
              ],
            },
          },
        },
      },
    },
  },
});
