import { coloursOf, type Palette } from '#contract/school/calls.ts';

declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | undefined;
  }
}

/** What a page's `<html>` says of the school's colours; nothing where it has those of the style sheet. */
export function paletteAttributes(palette: Palette = 'plum') {
  if (palette === 'plum') return {};
  const { primary, accent } = coloursOf(palette);
  return { 'data-palette': 'own', style: { '--color-primary': primary, '--color-accent': accent } };
}
