/** The school's palette; every picture and every page is made of it. */
export const C = {
  ink: '#1f1a2e',
  paper: '#fbf7f0',
  plum: '#5b2a6e',
  coral: '#d9503f',
  saffron: '#f0a93b',
  teal: '#1f6f6b',
  blush: '#f6dcd2',
  mist: '#e9e4f0',
};

const channels = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** The colour `part` of the way from `from` to `to`. */
export function mix(from, to, part) {
  const end = channels(to);
  const middle = channels(from).map((value, at) => Math.round(value + (end[at] - value) * part));
  return `#${middle.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
export const lighter = (colour, part) => mix(colour, C.paper, part);
export const darker = (colour, part) => mix(colour, C.ink, part);

/** Numbers from 0 to 1 that are the same at every run, so that a picture drawn again is the same picture. */
export function dice(seed) {
  let state = seed * 2654435761;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

export const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const rect = (x, y, w, h, fill, r = 0, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`;
export const circle = (x, y, r, fill, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
export const ellipse = (x, y, rx, ry, fill, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
export const line = (d, colour, width, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const put = (x, y, scale, turn, ...parts) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${parts.join('')}</g>`;
export const mirrored = (...parts) => `<g transform="scale(-1 1)">${parts.join('')}</g>`;
export const faded = (opacity, ...parts) => `<g opacity="${opacity}">${parts.join('')}</g>`;
export const times = (count, draw) => Array.from({ length: count }, (_, at) => draw(at)).join('');
const round = (value) => Math.round(value * 10) / 10;

/** A closed outline that is the same left and right: cubic segments from the top centre to the bottom centre. */
export function symmetric([x, y], segments) {
  const there = segments.map((s) => `C${s.join(' ')}`).join('');
  const back = segments
    .map((s, at) => ({ s, to: at ? segments[at - 1].slice(4) : [x, y] }))
    .reverse()
    .map(({ s, to }) => `C${-s[2]} ${s[3]} ${-s[0]} ${s[1]} ${-to[0]} ${to[1]}`)
    .join('');
  return `M${x} ${y}${there}${back}Z`;
}

/** A pipe that narrows and widens along cubic segments; `widths` has one more entry than there are segments. */
export function taper(start, segments, widths) {
  const left = [];
  const right = [];
  let [x0, y0] = start;
  segments.forEach(([x1, y1, x2, y2, x3, y3], at) => {
    for (let step = at ? 1 : 0; step <= 20; step++) {
      const t = step / 20;
      const u = 1 - t;
      const x = u ** 3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t ** 3 * x3;
      const y = u ** 3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t ** 3 * y3;
      const dx = 3 * u * u * (x1 - x0) + 6 * u * t * (x2 - x1) + 3 * t * t * (x3 - x2);
      const dy = 3 * u * u * (y1 - y0) + 6 * u * t * (y2 - y1) + 3 * t * t * (y3 - y2);
      const length = Math.hypot(dx, dy) || 1;
      const half = (widths[at] + (widths[at + 1] - widths[at]) * t) / 2;
      left.push(`${round(x - (dy / length) * half)} ${round(y + (dx / length) * half)}`);
      right.unshift(`${round(x + (dy / length) * half)} ${round(y - (dx / length) * half)}`);
    }
    [x0, y0] = [x3, y3];
  });
  return `M${left.join('L')}L${right.join('L')}Z`;
}

/** A round metal tube along a path: shade, body and a line of light. */
export function tube(d, width, metal = 'brass') {
  const [dark, body, light] = METALS[metal];
  return (
    line(d, dark, width) +
    line(d, body, width * 0.72) +
    line(d, light, width * 0.2, `transform="translate(${-width * 0.12} ${-width * 0.14})"`)
  );
}
export const METALS = {
  brass: ['#9a5c1c', '#e7b04a', '#fdeeb8'],
  silver: ['#77718a', '#c9c5d6', '#ffffff'],
  dark: ['#120e1c', '#352c45', '#7a6f92'],
};

const stops = (...list) =>
  list
    .map(
      ([at, colour, opacity = 1]) =>
        `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');
const linear = (id, turn, ...list) =>
  `<linearGradient id="${id}" gradientTransform="rotate(${turn} .5 .5)">${stops(...list)}</linearGradient>`;
const radial = (id, cx, cy, r, ...list) =>
  `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(...list)}</radialGradient>`;

/** A gradient of a scene's own, to be put into its drawing; use it as `url(#id)`. */
export const blend = (id, turn, ...list) => `<defs>${linear(id, turn, ...list)}</defs>`;
export const glow = (id, colour, strength = 0.8) =>
  `<defs>${radial(id, 0.5, 0.5, 0.5, [0, colour, strength], [0.55, colour, strength * 0.3], [1, colour, 0])}</defs>`;

const DEFS = `<defs>
${radial('spruce', 0.4, 0.35, 0.8, [0, '#f7cf8b'], [0.6, '#e5a252'], [1, '#b96f2c'])}
${radial('varnish', 0.4, 0.35, 0.8, [0, '#e08a3f'], [0.55, '#b9541f'], [1, '#7a2c14'])}
${radial('cherry', 0.4, 0.35, 0.8, [0, '#cf6a34'], [0.55, '#9b3d1c'], [1, '#5f2014'])}
${linear('rosewood', 0, [0, '#6d3320'], [0.5, '#8f4a2c'], [1, '#4a1f17'])}
${linear('ebony', 0, [0, '#191424'], [0.4, '#4a3f5c'], [1, '#15101f'])}
${linear('lacquer', 70, [0, '#4b4060'], [0.35, '#262036'], [1, '#120e1c'])}
${linear('brass', 0, [0, '#a8691f'], [0.3, '#fbe3a0'], [0.55, '#e3a93f'], [1, '#8d5217'])}
${linear('brassdown', 90, [0, '#fdeeb8'], [0.45, '#e7b04a'], [1, '#8d5217'])}
${linear('silver', 0, [0, '#8b859c'], [0.3, '#ffffff'], [0.6, '#cdc9d9'], [1, '#777189'])}
${linear('silverdown', 90, [0, '#ffffff'], [0.5, '#cdc9d9'], [1, '#777189'])}
${radial('cymbal', 0.4, 0.3, 0.8, [0, '#fdeeb8'], [0.5, '#e9b64c'], [1, '#a8691f'])}
${radial('skin', 0.4, 0.35, 0.75, [0, '#fffaf0'], [1, '#e6d5c3'])}
${linear('ivory', 90, [0, '#ffffff'], [0.85, '#fbf3e6'], [1, '#d8c9bd'])}
${linear('cone', 90, [0, '#ffe9b8', 0.75], [0.6, C.saffron, 0.22], [1, C.saffron, 0])}
${radial('pool', 0.5, 0.5, 0.5, [0, '#ffe2a3', 0.75], [0.6, C.saffron, 0.25], [1, C.saffron, 0])}
${radial('vignette', 0.5, 0.45, 0.75, [0.6, C.ink, 0], [1, C.ink, 0.38])}
<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="12"/></filter>
<filter id="haze" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="26"/></filter>
<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".55" numOctaves="2" seed="7"/>
<feColorMatrix values="0 0 0 0 .12  0 0 0 0 .1  0 0 0 0 .18  0 0 0 -1.5 .95"/></filter>
</defs>`;

/** A whole picture: the drawing, the edge darkened a little, and a fine grain over all. */
export const picture = (w, h, ...parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">${DEFS}${parts.join('')}` +
  rect(0, 0, w, h, 'url(#vignette)', 0, 'opacity=".55"') +
  rect(0, 0, w, h, C.ink, 0, 'filter="url(#grain)" opacity=".16"') +
  '</svg>';
