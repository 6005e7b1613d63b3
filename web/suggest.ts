/** What the sheet shows of the lines that offer a page in another language: `in-de`. */
export const lineId = (code: string) => `in-${code}`;

/**
 * Stands in the head of pages that are there in several languages, as text, and so uses nothing from outside
 * itself. Shows the line that offers the page in the first of the reader's languages that the school speaks,
 * where that is another than the page's: before the first paint, so that nothing moves. Never again once a
 * language was chosen or the line was closed.
 */
function suggestLanguage() {
  const line = new CSSStyleSheet();
  const { lang, dataset } = document.documentElement;
  const codes = dataset.languages?.split(' ') ?? [];
  const first = navigator.languages
    .map((one) => codes.find((code) => code === one.split('-')[0]))
    .find(Boolean);
  try {
    if (first && first !== lang && !localStorage.language) {
      line.replaceSync(`#in-${first}{display:flex}`);
      document.adoptedStyleSheets.push(line);
    }
  } catch {}
  addEventListener(
    'click',
    (event) => {
      const chosen = event.target instanceof Element && event.target.closest('[data-language]');
      if (!chosen) return;
      // The page's query, also what its server does not read of it.
      if (chosen instanceof HTMLAnchorElement) {
        chosen.search = location.search;
        chosen.hash = location.hash;
      } else event.stopImmediatePropagation();
      line.replaceSync('');
      try {
        localStorage.language = 'chosen';
      } catch {}
    },
    true,
  );
}

/** What a page's head holds of it. */
export const suggestScript = () => `(${suggestLanguage})()`;
