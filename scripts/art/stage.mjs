import { blend, C, circle, darker, dice, ellipse, lighter, line, mix, path, rect, times } from './base.mjs';

/** A stage: curtains left and right, a cone of light and its pool on the boards. `lit` is where the light falls. */
export function stage(
  w,
  h,
  { wall = C.plum, curtain = C.coral, lit = w / 2, floor = h * 0.78, cloth = w * 0.17 } = {},
) {
  const deep = darker(wall, 0.55);
  return (
    blend('wall', 90, [0, darker(wall, 0.35)], [0.6, wall], [1, lighter(wall, 0.12)]) +
    blend('boards', 90, [0, darker('#8a4a2c', 0.25)], [1, darker('#5f2a1c', 0.45)]) +
    rect(0, 0, w, h, 'url(#wall)') +
    backFolds(w, floor, deep) +
    rect(0, floor, w, h - floor, 'url(#boards)') +
    times(9, (at) =>
      line(
        `M${w / 2 + (at - 4) * w * 0.09} ${floor}L${w / 2 + (at - 4) * w * 0.24} ${h}`,
        C.ink,
        2,
        'opacity=".28"',
      ),
    ) +
    line(`M0 ${floor}H${w}`, '#ffcf85', 2, 'opacity=".35"') +
    path(
      `M${lit - w * 0.05} -20L${lit - w * 0.3} ${floor + 50}H${lit + w * 0.3}L${lit + w * 0.05} -20Z`,
      'url(#cone)',
      'filter="url(#soft)"',
    ) +
    ellipse(lit, floor + (h - floor) * 0.42, w * 0.36, (h - floor) * 0.5, 'url(#pool)') +
    drape(0, 0, cloth, h * 1.02, curtain) +
    `<g transform="translate(${w} 0) scale(-1 1)">${drape(0, 0, cloth, h * 1.02, curtain)}</g>` +
    valance(w, h * 0.13, curtain)
  );
}

const backFolds = (w, floor, deep) =>
  times(13, (at) => path(`M${(at * w) / 12 - 14} 0h22v${floor}h-34z`, deep, 'opacity=".3"'));

function drape(x, y, w, h, colour) {
  const folds = 5;
  return times(folds, (at) => {
    const left = x + (at * w) / folds;
    const wide = w / folds + 8;
    const sway = (folds - at) * 3;
    const tone = at % 2 ? darker(colour, 0.28) : darker(colour, 0.1);
    return (
      path(
        `M${left} ${y}H${left + wide}C${left + wide + 12} ${h * 0.4} ${left + wide - sway} ${h * 0.7} ${left + wide - at * 4} ${h}H${left - at * 4}C${left - sway} ${h * 0.7} ${left + 8} ${h * 0.4} ${left} ${y}Z`,
        tone,
      ) +
      path(
        `M${left + wide * 0.25} ${y}h${wide * 0.2}C${left + wide * 0.6} ${h * 0.4} ${left + wide * 0.3 - sway} ${h * 0.7} ${left + wide * 0.3 - at * 4} ${h}h-6C${left - sway} ${h * 0.7} ${left + wide * 0.4} ${h * 0.4} ${left + wide * 0.25} ${y}Z`,
        '#fff',
        'opacity=".09"',
      )
    );
  });
}

function valance(w, h, colour) {
  const swags = 6;
  return times(swags, (at) => {
    const left = (at * w) / swags;
    const wide = w / swags;
    return (
      path(
        `M${left} -4H${left + wide}V${h * 0.35}C${left + wide * 0.8} ${h * 1.1} ${left + wide * 0.2} ${h * 1.1} ${left} ${h * 0.35}Z`,
        at % 2 ? darker(colour, 0.2) : darker(colour, 0.06),
      ) +
      line(
        `M${left} ${h * 0.35}C${left + wide * 0.2} ${h * 1.1} ${left + wide * 0.8} ${h * 1.1} ${left + wide} ${h * 0.35}`,
        C.saffron,
        4,
      ) +
      line(
        `M${left + wide * 0.3} 0C${left + wide * 0.4} ${h * 0.6} ${left + wide * 0.6} ${h * 0.6} ${left + wide * 0.7} 0`,
        C.ink,
        3,
        'opacity=".2"',
      )
    );
  });
}

/** A poster's ground: a low sun, waves of colour and a ribbon of staff lines. */
export function poster(
  w,
  h,
  {
    ground = C.saffron,
    sun = C.coral,
    at: [sx, sy] = [w * 0.62, h * 0.44],
    size = h * 0.36,
    waves = [C.plum, C.ink],
    seed = 1,
  } = {},
) {
  const roll = dice(seed);
  const shift = roll() * 60;
  return (
    blend('ground', 60, [0, lighter(ground, 0.35)], [1, mix(ground, C.coral, 0.18)]) +
    blend('sunfill', 90, [0, lighter(sun, 0.22)], [1, sun]) +
    rect(0, 0, w, h, 'url(#ground)') +
    circle(sx, sy, size * 1.32, lighter(ground, 0.55), 'opacity=".35"') +
    circle(sx, sy, size, 'url(#sunfill)') +
    waves
      .map((colour, row) => {
        const y = h * (0.74 + row * 0.12);
        return path(
          `M0 ${y + shift * 0.4}C${w * 0.22} ${y - 70 + row * 90} ${w * 0.4} ${y + 60 - row * 70} ${w * 0.62} ${y - 10}S${w * 0.9} ${y - 40 + row * 30} ${w} ${y - 20}V${h}H0Z`,
          colour,
        );
      })
      .join('')
  );
}

/** Five staff lines that sway across the picture. */
export const staffRibbon = (w, y, { colour = C.paper, gap = 13, lift = 60, width = 2.6 } = {}) =>
  times(5, (at) =>
    line(
      `M-20 ${y + at * gap}C${w * 0.25} ${y - lift + at * gap * 0.9} ${w * 0.55} ${y + lift + at * gap * 1.15} ${w + 20} ${y - lift * 0.5 + at * gap}`,
      colour,
      width,
      'opacity=".75"',
    ),
  );

/** Night sky with stars, for a park. */
export const stars = (w, h, count, seed) => {
  const roll = dice(seed);
  return times(count, () =>
    circle(roll() * w, roll() * h, 0.8 + roll() * 1.8, '#fff4da', `opacity="${0.35 + roll() * 0.6}"`),
  );
};
