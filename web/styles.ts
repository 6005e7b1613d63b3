/**
 * Stands in the head of every page as text, and so uses nothing from outside itself. What is seen first has
 * the wire to itself: the fonts come once the page with its first picture is there, and the style sheet as
 * the file that further pages link. A returning visitor has the fonts, and need not see the letters change;
 * a visitor who saves data does without; without scripts they come at once.
 */
function holdFonts(id: string, css: string) {
  const fonts = document.getElementById(id);
  if (!(fonts instanceof HTMLStyleElement)) return;
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  let isKept = true;
  try {
    isKept = Boolean(localStorage.fonts);
  } catch {}
  if (!isKept) fonts.media = 'print';
  if (connection?.saveData) return;
  addEventListener('load', () => {
    fonts.media = 'all';
    try {
      localStorage.fonts = 'kept';
    } catch {}
    const ahead = document.createElement('link');
    ahead.rel = 'prefetch';
    ahead.as = 'style';
    ahead.href = css;
    document.head.append(ahead);
  });
}

/** What names the style element that brings the fonts. */
export const FONTS = 'fonts';

/** What a page's head holds of it, below that element. */
export const fontsScript = (css: string) => `(${holdFonts})('${FONTS}','${css}')`;
