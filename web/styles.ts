/**
 * Stands in the head of every page as text, and so uses nothing from outside itself. What is seen first has
 * the wire to itself: the fonts come once the page with its first picture is there, and the style sheet as
 * the file that further pages link. The letters change once, when both families are there: each change lays
 * the page out anew. A returning visitor has the fonts, and need not see that; a visitor who saves data does
 * without; without scripts they come at once.
 */
function holdFonts(css: string) {
  const { dataset } = document.documentElement;
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  let isKept = true;
  try {
    isKept = Boolean(localStorage.fonts);
  } catch {}
  if (!isKept) dataset.fonts = 'awaited';
  if (connection?.saveData) return;
  addEventListener('load', async () => {
    const ahead = document.createElement('link');
    ahead.rel = 'prefetch';
    ahead.as = 'style';
    ahead.href = css;
    document.head.append(ahead);
    const families = ['Inter Variable', 'Fraunces Variable'];
    // What did not come is asked for again by the letters that want it.
    await Promise.allSettled(families.map((family) => document.fonts.load(`1em "${family}"`)));
    delete dataset.fonts;
    try {
      localStorage.fonts = 'kept';
    } catch {}
  });
}

/** What a page's head holds of it. */
export const stylesScript = (css: string) => `(${holdFonts})('${css}')`;
