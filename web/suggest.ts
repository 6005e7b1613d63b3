/** What the sheet shows of the lines that offer a page in another language: `in-de`. */
export const lineId = (code: string) => `in-${code}`;

/**
 * Inlined as text into the head of pages that exist in several languages, so it must not use anything from
 * outside the function. Shows the link to the visitor's preferred language, where the school offers it and the
 * page is in another, before the first paint so that nothing moves. Once a language was chosen or the line was
 * closed, it is not shown again.
 */
function suggestLanguage() {
  const { lang, dataset } = document.documentElement;
  const codes = dataset.languages?.split(' ') ?? [];
  const first = navigator.languages
    .map((one) => codes.find((code) => code === one.split('-')[0]))
    .find(Boolean);
  let line: CSSStyleSheet | undefined;
  try {
    if (first && first !== lang && !localStorage.language) {
      // No style element, which the Content-Security-Policy would have to know.
      line = new CSSStyleSheet();
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
      } else {
        event.stopImmediatePropagation();
        // The button that had the focus goes with its line.
        document.querySelector<HTMLElement>('header a')?.focus();
      }
      line?.replaceSync('');
      try {
        localStorage.language = 'chosen';
      } catch {}
    },
    true,
  );
}

/** What a page's head holds of it. */
export const suggestScript = () => `(${suggestLanguage})()`;
