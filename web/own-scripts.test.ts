import { expect, test } from 'vitest';
import { OWN_SCRIPT, takeOwnScripts } from './own-scripts.ts';

test('a page keeps its scripts, loses their marks, and tells its own inline ones from any other', () => {
  const mark = ` nonce="${OWN_SCRIPT}"`;
  const page = (own: string) =>
    `<script${own}>start()</script><link${own} rel="modulepreload"/><script type="module"${own} src="/a.js"></script>` +
    `<script type="application/ld+json">{}</script><script nonce="guess">evil()</script><script>evil()</script>` +
    `<script${own} type="module">import "/b.js"</script>`;
  const { text, scripts } = takeOwnScripts(page(mark));
  expect(scripts).toEqual(['start()', 'import "/b.js"']);
  expect(text).toBe(page(''));
});
