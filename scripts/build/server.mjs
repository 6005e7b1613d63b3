// Bundles the server with the packages it uses: it starts several times faster than from some thousand files,
// and a production install needs little but Node. `npm run dev` and the tests of single files run the same
// source as written.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '#scripts/marks.mjs';
import { copyCatalogues } from './copy-catalogues.mjs';
import { writeAsOneByte } from './one-byte.mjs';

const outDir = join(ROOT, 'build', 'school');

rmSync(outDir, { recursive: true, force: true });
await build({
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  // sharp is a native module; Vite serves `npm run dev` alone.
  ssr: { noExternal: true, external: ['sharp', 'vite'] },
  build: {
    ssr: true,
    outDir,
    target: 'node26',
    // Stack traces stay readable.
    minify: false,
    rolldownOptions: {
      input: {
        main: join(ROOT, 'server', 'main.ts'),
        admin: join(ROOT, 'server', 'admin.ts'),
        'decode-process': join(ROOT, 'embedded', 'image-host', 'decode', 'decode-process.ts'),
        'print-thread': join(ROOT, 'server', 'features', 'invoices', 'print-thread.ts'),
        'busy-thread': join(ROOT, 'server', 'features', 'busy', 'busy-thread.ts'),
        'copy-process': join(ROOT, 'server', 'rehearsal', 'copy-process.ts'),
      },
      output: { chunkFileNames: '[name].js', comments: { legal: true, annotation: false, jsdoc: false } },
    },
  },
});
writeAsOneByte(outDir);
copyCatalogues(outDir);
cpSync(join(ROOT, 'server', 'database', 'seed', 'blogs'), join(outDir, 'blogs'), { recursive: true });
cpSync(join(ROOT, 'server', 'pdf', 'fonts'), join(outDir, 'fonts'), { recursive: true });
