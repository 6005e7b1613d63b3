import type { Page } from '@playwright/test';
import type { Colours } from '#contract/school/calls.ts';

/** What a person does with a control, as the browser's pseudo-classes. */
const STATES = {
  hover: ['hover'],
  focus: ['focus', 'focus-visible', 'focus-within'],
  active: ['hover', 'active'],
} as const;

/** What can be pointed at, and what shows it when something in it is. */
const CONTROLS =
  'a[href], button, summary, label, input, select, textarea, [role="tab"], [tabindex="0"], .group, article, li, tr';

/**
 * Points at every control of the page, focuses and presses each, in every pair of colours; gives what cannot
 * be read then. Words need a contrast of 4.5 (of 3 where they are large, as WCAG has it), signs alone one of
 * 3.
 */
export async function findUnreadable(page: Page, palettes: readonly (Colours | undefined)[]) {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: CONTROLS,
  });
  const force = (states: readonly string[]) =>
    Promise.all(
      nodeIds.map((nodeId) =>
        session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...states] }),
      ),
    );
  const faults = new Map<string, string>();
  for (const [state, pseudoClasses] of Object.entries(STATES)) {
    await force(pseudoClasses);
    for (const palette of palettes) {
      const found = await page.evaluate(readContrasts, { palette, controls: CONTROLS });
      const where = palette ? `${palette.primary} and ${palette.accent}` : 'its first colours';
      for (const one of found) faults.set(one, `${one} (${state}, ${where})`);
    }
  }
  await force([]);
  await session.detach();
  return [...faults.values()];
}

/** What stands out too little in the controls of the page as it is shown. Runs in the browser. */
function readContrasts({ palette, controls }: { palette: Colours | undefined; controls: string }): string[] {
  const { style, dataset } = document.documentElement;
  if (palette) {
    // As the root layout writes it.
    dataset.palette = 'own';
    style.setProperty('--color-primary', palette.primary);
    style.setProperty('--color-accent', palette.accent);
  } else {
    delete dataset.palette;
    style.removeProperty('--color-primary');
    style.removeProperty('--color-accent');
  }
  for (const animation of document.getAnimations())
    if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('There is no canvas.');
  /** Colours on each other, the lowest first, as a screen shows them. */
  const mixed = (colours: readonly string[]) => {
    for (const colour of ['#fff', ...colours]) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const luminance = (colours: readonly string[]) => {
    const [r = 0, g = 0, b = 0] = [...mixed(colours)].map((byte) => {
      const part = byte / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** The grounds below an element; nothing where a picture is one of them. */
  const groundsOf = (element: Element): string[] | undefined => {
    const grounds: string[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, position } = getComputedStyle(at);
      if (/url|gradient/.test(backgroundImage)) return undefined;
      grounds.unshift(backgroundColor);
      if (!/transparent|rgba\(0, 0, 0, 0\)|\/ *[0-9.]+\)|rgba/.test(backgroundColor)) return grounds;
      // What lies over something else is judged only where it has a ground of its own.
      if (position === 'absolute' || position === 'fixed') return undefined;
    }
    return grounds;
  };
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    for (const element of [control, ...control.querySelectorAll('*')]) {
      const isField = element.matches(
        'input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea',
      );
      const isSign = element.localName === 'svg';
      const hasWords = [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim(),
      );
      if (!(isField || isSign || hasWords)) continue;
      // What cannot be used need not stand out.
      if (element.closest(':disabled, [aria-disabled="true"]')) continue;
      const { color, fontSize, fontWeight, visibility, opacity, clipPath } = getComputedStyle(element);
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      if (visibility !== 'visible' || box.width < 2 || clipPath !== 'none' || Number(opacity) < 1) continue;
      if (isSign && element.closest('[aria-hidden="true"]')?.parentElement?.textContent?.trim()) continue;
      const kind = `${element.localName} ${element.getAttribute('class')} in ${control.localName} ${control.className}`;
      const grounds = groundsOf(element);
      const key = `${kind} ${color} ${grounds}`;
      if (!grounds || seen.has(key)) continue;
      seen.add(key);
      const [one, other] = [luminance(grounds), luminance([...grounds, color])];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      const size = Number.parseFloat(fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      const needed = isSign || isLarge ? 3 : 4.5;
      if (contrast < needed)
        faults.push(`${contrast.toFixed(2)} ${kind}: ${element.textContent?.trim().slice(0, 40)}`);
    }
  }
  return faults;
}
