import { C, circle, ellipse, line, path, rect, times } from './base.mjs';

const BLACK_AFTER = new Set([0, 1, 3, 4, 5]);

/** A row of white and black keys as seen from above, starting at a C; `pressed` lists white keys that are down. */
export function keyboard(whites, keyWidth, height, { pressed = [], glow = C.saffron } = {}) {
  const white = times(whites, (at) => {
    const down = pressed.includes(at);
    return (
      rect(
        at * keyWidth + 0.8,
        0,
        keyWidth - 1.6,
        height + (down ? 3 : 0),
        down ? glow : 'url(#ivory)',
        keyWidth * 0.12,
      ) + (down ? '' : rect(at * keyWidth + 0.8, height - 5, keyWidth - 1.6, 5, '#cbbcb4', 2))
    );
  });
  const black = times(whites - 1, (at) => {
    if (!BLACK_AFTER.has(at % 7)) return '';
    const x = (at + 1) * keyWidth - keyWidth * 0.31;
    const w = keyWidth * 0.62;
    return (
      rect(x + w * 0.16, 0, w, height * 0.64, '#6d5f66', w * 0.14, 'opacity=".4"') +
      rect(x, 0, w, height * 0.62, '#171221', w * 0.14) +
      rect(x + w * 0.18, 0, w * 0.64, height * 0.55, 'url(#lacquer)', w * 0.14) +
      rect(x + w * 0.24, height * 0.04, w * 0.14, height * 0.44, '#8a7fa0', w * 0.07, 'opacity=".7"')
    );
  });
  return rect(0, 0, whites * keyWidth, height, '#8a7a78', keyWidth * 0.12) + white + black;
}

/** An upright piano from the front, 560 wide and 430 high, standing on y = 0. */
export function upright({ wood = 'cherry', trim = '#5f2014' } = {}) {
  return (
    ellipse(0, 2, 320, 20, C.ink, 'opacity=".4" filter="url(#soft)"') +
    rect(-280, -430, 560, 424, `url(#${wood})`, 10) +
    rect(-296, -444, 592, 24, trim, 8) +
    rect(-296, -444, 592, 8, '#ffd9a0', 4, 'opacity=".35"') +
    rect(-252, -398, 504, 140, trim, 8, 'opacity=".55"') +
    rect(-240, -388, 480, 122, `url(#${wood})`, 6) +
    rect(-262, -176, 524, 150, trim, 8, 'opacity=".6"') +
    rect(-250, -166, 500, 130, `url(#${wood})`, 6, 'opacity=".75"') +
    path('M-304 -256H304V-214H-304Z', trim) +
    `<g transform="translate(-266 -250)">${keyboard(28, 19, 34)}</g>` +
    rect(-304, -258, 38, 44, `url(#${wood})`, 4) +
    rect(266, -258, 38, 44, `url(#${wood})`, 4) +
    rect(-310, -216, 620, 20, `url(#${wood})`, 5) +
    rect(-310, -216, 620, 5, '#ffd9a0', 2, 'opacity=".4"') +
    path('M-298 -196H-262L-268 0H-292Z', trim) +
    path('M298 -196H262L268 0H292Z', trim) +
    times(3, (at) => path(`M${-36 + at * 30} -22h14l4 18h-22z`, 'url(#brassdown)')) +
    openScore(0, -262, 0.62)
  );
}

/** An open sheet of music that stands on (x, y). */
export function openScore(x, y, scale, { tint = '#fffaf0' } = {}) {
  const staff = (left, top) =>
    times(5, (at) => line(`M${left} ${top + at * 6}h104`, '#8a7f92', 1.2)) +
    times(6, (at) => {
      const cx = left + 14 + at * 16;
      const cy = top + [18, 12, 6, 15, 3, 9][(at + Math.abs(top)) % 6];
      return (
        ellipse(cx, cy, 5, 3.8, C.ink, `transform="rotate(-20 ${cx} ${cy})"`) +
        line(`M${cx + 4.6} ${cy - 1}v-20`, C.ink, 1.8)
      );
    });
  return (
    `<g transform="translate(${x} ${y}) scale(${scale})">` +
    path('M0 0C-40 -12 -90 -12 -136 -2V-186C-90 -196 -40 -196 0 -182Z', tint) +
    path('M0 0C40 -12 90 -12 136 -2V-186C90 -196 40 -196 0 -182Z', tint) +
    path('M0 0C-14 -6 -26 -8 -38 -9V-190C-26 -188 -12 -186 0 -182Z', '#d9cfd6', 'opacity=".8"') +
    staff(-124, -168) +
    staff(-124, -118) +
    staff(-124, -66) +
    staff(18, -168) +
    staff(18, -118) +
    staff(18, -66) +
    '</g>'
  );
}

/** A grand piano from the side with its lid up, keyboard to the left; 640 wide, standing on y = 0. */
export function grand() {
  const leg = (x) =>
    path(`M${x - 17} -150H${x + 17}L${x + 9} -14H${x - 9}Z`, 'url(#lacquer)') +
    circle(x, -9, 9, 'url(#brass)');
  return (
    ellipse(10, 2, 350, 22, C.ink, 'opacity=".45" filter="url(#soft)"') +
    leg(-210) +
    leg(230) +
    leg(60) +
    line('M-132 -150V-34M-112 -150V-34', '#352c45', 7) +
    path('M-156 -38h68l6 18h-80z', 'url(#lacquer)') +
    times(3, (at) => line(`M${-142 + at * 20} -24v8`, '#e7b04a', 7)) +
    path(
      'M-178 -226L300 -232C318 -330 266 -442 140 -452C40 -460 -30 -420 -96 -432L-196 -440Z',
      'url(#lacquer)',
    ) +
    path(
      'M-160 -238L286 -242C296 -330 246 -424 136 -434C40 -440 -24 -404 -92 -414L-172 -420Z',
      '#5b2a6e',
      'opacity=".55"',
    ) +
    path('M-120 -240C0 -330 120 -340 284 -262L286 -242Z', C.saffron, 'opacity=".28"') +
    line('M150 -232L176 -410', '#e7b04a', 6) +
    path('M-196 -232H300V-220C240 -214 -120 -214 -196 -220Z', '#e7b04a') +
    times(24, (at) => line(`M${-90 + at * 15} -222L${-70 + at * 15} -232`, '#8d5217', 1.4)) +
    path('M-200 -224H306C322 -224 326 -196 318 -168C312 -148 290 -142 270 -142H-200Z', 'url(#lacquer)') +
    path('M-196 -218H302C312 -216 314 -206 312 -200H-196Z', '#8a7fa0', 'opacity=".45"') +
    path('M-318 -196H-196V-142H-300C-314 -142 -322 -160 -318 -196Z', 'url(#lacquer)') +
    path('M-312 -200H-206L-198 -186H-306Z', 'url(#ivory)') +
    times(12, (at) => line(`M${-300 + at * 8.6} -199l2 12`, '#6d5f66', 1.2)) +
    path('M-214 -300L-196 -222H-206L-228 -298Z', 'url(#lacquer)') +
    path('M-222 -308L-262 -226L-256 -224L-212 -300Z', '#fffaf0')
  );
}

/** A piano bench, 130 wide, standing on y = 0. */
export const bench = () =>
  line('M-52 -80L-58 0M52 -80L58 0', '#1a1526', 10) +
  rect(-70, -104, 140, 28, C.coral, 12) +
  rect(-70, -104, 140, 9, '#fff', 5, 'opacity=".25"') +
  rect(-66, -80, 132, 10, '#1a1526', 4);

/** An accordion, opened like a fan; about 520 wide, its middle at the origin. */
export function accordion() {
  const pleats = times(13, (at) => {
    const turn = -12 + at * 2;
    const x = -150 + at * 24;
    const y = Math.abs(at - 6) ** 2 * 0.9 - 22;
    const fill = at % 2 ? C.coral : '#8d2f2a';
    return `<g transform="translate(${x} ${y}) rotate(${turn})">${rect(-13, -150, 27, 300, fill, 5)}${rect(-13, -150, 6, 300, '#fff', 3, 'opacity=".16"')}${rect(-13, -154, 27, 10, 'url(#brassdown)', 3)}${rect(-13, 144, 27, 10, 'url(#brassdown)', 3)}</g>`;
  });
  return (
    line('M-236 -150C-330 -80 -330 90 -240 150', '#3d160e', 16) +
    pleats +
    `<g transform="translate(-218 14) rotate(-13)">${rect(-58, -172, 106, 344, 'url(#lacquer)', 22)}${rect(-48, -162, 18, 324, C.teal, 9, 'opacity=".9"')}${times(33, (at) => circle(-16 + (at % 3) * 20, -144 + Math.floor(at / 3) * 28.5, 7.5, at % 4 ? '#fbf7f0' : C.saffron))}</g>` +
    `<g transform="translate(214 14) rotate(13)">${rect(-50, -178, 82, 356, 'url(#lacquer)', 18)}${times(4, (at) => rect(-36, -150 + at * 82, 34, 54, C.teal, 10))}${times(4, (at) => line(`M-30 ${-138 + at * 82}h22M-30 ${-124 + at * 82}h22M-30 ${-110 + at * 82}h22`, '#d5b36a', 3))}<g transform="translate(104 -176) rotate(90)">${keyboard(17, 20.7, 78)}</g></g>`
  );
}
