import { expect, test } from 'vitest';
import { OWN_SCRIPT, ownScriptsOf } from './own-scripts.ts';

const OWN = `nonce="${OWN_SCRIPT}"`;
const PAGE =
  `<script ${OWN}>say("Dvořák")</script><link rel="modulepreload" ${OWN} href="/b.js"/>` +
  `<script type="module" ${OWN} src="/a.js"></script><script type="application/ld+json">{}</script>` +
  '<script nonce="guess">evil()</script><script>evil()</script><p>Łucja</p>' +
  `<link rel="modulepreload" href="/c.js"/><script ${OWN} type="module">import "/b.js"</script>` +
  `<script ${OWN}>window.kept={}</script>`;

test('a page tells its own inline scripts from any other', () => {
  const { text, scripts } = ownScriptsOf(PAGE, { isHeld: false });
  expect(scripts).toEqual(['say("Dvořák")', 'import "/b.js"', 'window.kept={}']);
  expect(text).toBe(PAGE.replaceAll(` ${OWN}`, ''));
});

test('a page that is whole holds back its own modules, their preloads and their data, and nothing else', () => {
  const { text, scripts } = ownScriptsOf(PAGE, { isHeld: true });
  expect(scripts).toEqual(['say("Dvořák")', 'import "/b.js"', 'window.kept={}']);
  expect(text).toBe(
    '<script>say("Dvořák")</script><link rel="held" href="/b.js"/><script type="held" src="/a.js"></script>' +
      '<script type="application/ld+json">{}</script><script nonce="guess">evil()</script>' +
      '<script>evil()</script><p>Łucja</p>' +
      '<link rel="modulepreload" href="/c.js"/><script type="held">import "/b.js"</script>' +
      '<script type="held-data">window.kept={}</script>',
  );
});
