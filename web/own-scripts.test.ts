import { expect, test } from 'vitest';
import { OWN_MARK, ownScriptsOf } from './own-scripts.ts';

test('a page tells its own inline scripts from any other', () => {
  const page =
    `<script${OWN_MARK}>start()</script><link${OWN_MARK} rel="modulepreload"/><script type="module"${OWN_MARK} src="/a.js"></script>` +
    `<script type="application/ld+json">{}</script><script nonce="guess">evil()</script><script>evil()</script>` +
    `<script${OWN_MARK} type="module">import "/b.js"</script>`;
  expect(ownScriptsOf(page)).toEqual(['start()', 'import "/b.js"']);
});
