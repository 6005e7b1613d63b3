import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { copyCatalogues } from '#scripts/build/copy-catalogues.mjs';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Bundles the school that tests start and kill some hundred times: from one file a start takes half of the
 * processor's time.
 */
export default async function setup(project: TestProject) {
  const outDir = join(ROOT, 'build', 'faulty-school');
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: ['sharp', 'vite'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node26',
      minify: false,
      rolldownOptions: {
        input: {
          main: join(import.meta.dirname, 'school-main.ts'),
          'decode-process': join(ROOT, 'embedded', 'image-host', 'decode', 'decode-process.ts'),
          'print-thread': join(ROOT, 'server', 'features', 'invoices', 'print-thread.ts'),
          'busy-thread': join(ROOT, 'server', 'features', 'busy', 'busy-thread.ts'),
        },
        output: { chunkFileNames: '[name].js' },
      },
    },
  });
  copyCatalogues(outDir);
  project.provide('faultySchool', join(outDir, 'main.js'));
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The bundle of a school that dies where a test says. */
    faultySchool: string;
  }
}
