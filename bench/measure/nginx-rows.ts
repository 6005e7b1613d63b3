import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx } from '#tests/support/nginx.ts';
import { compareCosts, type Server } from './process.ts';
import type { Row } from './section.ts';

/**
 * The same pages from nginx: asked of the product and kept for a second, against files with the same bytes.
 */
export async function nginxRows(product: Server, pages: readonly string[]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-files-'));
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const locations: string[] = [];
    for (const [at, page] of pages.entries()) {
      const answer = await fetch(product.url + page, { headers: { 'accept-encoding': 'identity' } });
      mkdirSync(join(folder, String(at)));
      writeFileSync(join(folder, String(at), 'page.html'), Buffer.from(await answer.arrayBuffer()));
      const headers = [...answer.headers].filter(([name]) =>
        /^(content-security|x-|referrer|permissions|cross|vary)/.test(name),
      );
      const added = headers.map(([name, value]) => `add_header ${name} "${value}";`).join(' ');
      locations.push(`location = ${page} { root ${folder}/${at}; try_files /page.html =404; ${added} }`);
    }
    const files = await startNginx({ server: locations.join('\n') });
    stops.push(files.stop);
    const cached = await startNginx({
      http: 'proxy_cache_path $folder/cache keys_zone=pages:10m use_temp_path=off;',
      server: `location / { proxy_pass ${product.url}; proxy_http_version 1.1; proxy_set_header Connection "";
proxy_set_header Host $http_host; proxy_cache pages; proxy_cache_key "$http_host$request_uri";
proxy_ignore_headers Cache-Control; proxy_cache_valid 200 1s; proxy_cache_lock on; proxy_cache_revalidate on; }`,
    });
    stops.push(cached.stop);
    const rows: Row[] = [];
    for (const page of pages) {
      const cost = await compareCosts(cached, files, [page], { 'accept-encoding': 'identity' });
      const { ratio } = cost;
      rows.push({
        what: `\`${page}\` from nginx, kept for a second`,
        ours: `${cost.ours.toFixed(0)} µs`,
        reference: `${cost.reference.toFixed(0)} µs from files`,
        ratio,
        goal: '≥ 1.0',
        isMet: ratio >= 1,
        limitedBy:
          'nginx reads the head of each kept file, where its headers are; a file’s are in its configuration',
      });
    }
    return rows;
  } finally {
    for (const stop of stops) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
