import { useEffect, useRef } from 'react';
import uPlot from 'uplot';

const HEIGHT = 240;
/** Between a value and the bars. */
const GAP = 5;
const FONT = '12px "Inter Variable", sans-serif';

export type BarChartProps = {
  /** What stands below each bar, the oldest first. */
  labels: readonly string[];
  values: readonly number[];
  /** A value as people read it. */
  format: (value: number) => string;
  /** A colour of the theme, as a CSS variable's name. */
  color: `--color-${string}`;
};

/**
 * One bar a label, drawn on a canvas; a table says the same to people who cannot see it. Load it on the page
 * that shows it.
 */
export default function BarChart({ labels, values, format, color }: BarChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const chart = draw(box, { labels, values, format, color });
    const resized = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT }));
    resized.observe(box);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [labels, values, format, color]);
  return <div ref={frame} aria-hidden="true" className="min-h-60" />;
}

function draw(box: HTMLElement, { labels, values, format, color }: BarChartProps): uPlot {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue('--color-quiet');
  const line = style.getPropertyValue('--color-base-300');
  const fill = style.getPropertyValue(color);
  const isFromRight = document.dir === 'rtl';
  const places = labels.map((_, at) => at);
  const highest = Math.max(1, ...values);
  const lowest = Math.min(0, ...values);
  return new uPlot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      padding: isFromRight ? [12, 0, 0, 4] : [12, 4, 0, 0],
      scales: {
        x: { time: false, dir: isFromRight ? -1 : 1, range: [-0.6, labels.length - 0.4] },
        y: { range: [lowest * 1.1, highest * 1.1] },
      },
      axes: [
        {
          font: FONT,
          stroke: ink,
          grid: { show: false },
          ticks: { show: false },
          size: 28,
          space: 64,
          incrs: [1, 2, 3, 4, 6, 12],
          values: (_, splits) => splits.map((at) => labels[at] ?? ''),
        },
        {
          font: FONT,
          stroke: ink,
          side: isFromRight ? 1 : 3,
          size: (plot, values) => Math.max(56, widestOf(plot, values) + GAP + 4),
          gap: GAP,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000],
          grid: { stroke: line, width: 1 },
          ticks: { show: false },
          values: (_, splits) => splits.map(format),
        },
      ],
      series: [
        {},
        {
          fill,
          stroke: fill,
          points: { show: false },
          paths: uPlot.paths.bars?.({ size: [0.62, 48], radius: 0.2 }),
        },
      ],
    },
    [places, [...values]],
    box,
  );
}

/** Some languages write sums long, and those of a school with many students have many digits. */
function widestOf({ ctx }: uPlot, values: readonly string[] | null): number {
  ctx.save();
  ctx.font = FONT;
  const widths = values?.map((value) => Math.ceil(ctx.measureText(value).width)) ?? [];
  ctx.restore();
  return Math.max(0, ...widths);
}
