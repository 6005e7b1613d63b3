/**
 * Stands in the head of every page as text, and so uses nothing from outside itself. What is seen first has
 * the wire to itself: the fonts come once the page with its first picture is there. Who was here before has
 * them, and need not see the letters change; who asked their browser to save data does without; without
 * scripts they come at once.
 */
function holdFonts(id: string) {
  const fonts = document.getElementById(id);
  if (!(fonts instanceof HTMLStyleElement)) return;
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  try {
    if (localStorage.fonts) return;
    fonts.media = 'print';
    if (connection?.saveData) return;
    addEventListener('load', () => {
      fonts.media = 'all';
      localStorage.fonts = 'kept';
    });
  } catch {}
}

/** What names the style element that brings the fonts. */
export const FONTS = 'fonts';

/** What a page's head holds of it, below that element. */
export const fontsScript = () => `(${holdFonts})('${FONTS}')`;
