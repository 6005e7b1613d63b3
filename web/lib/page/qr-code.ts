import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Modules that a reader needs clear around a code (ISO/IEC 18004, section 9.1). */
const QUIET_ZONE = 4;

/**
 * A QR code of a text as an SVG element, black on what lies below it. A sheet on a wall is creased and far
 * away: up to 15 % may be lost.
 */
export function qrCode(text: string): string {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET_ZONE;
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges"><path d="${toSvgPath(code)}"/></svg>`;
}
