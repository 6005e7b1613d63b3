import type { ReactNode, SVGProps } from 'react';

/** A drawing on a square of 24, in the colour of the text; 24 pixels wide where no class says otherwise. */
export type Icon = (props: SVGProps<SVGSVGElement>) => ReactNode;

/**
 * Makes an icon of its strokes. Each stands in a file of its own, so that a page brings the icons it shows.
 * One that `turns` points along the line, and the other way where lines run from right to left.
 */
export const icon =
  (strokes: ReactNode, { turns }: { turns?: boolean } = {}): Icon =>
  (props) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-turns={turns ? '' : undefined}
      {...props}
    >
      {strokes}
    </svg>
  );
