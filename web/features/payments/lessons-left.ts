import type { Lessons } from '#contract/part-of.ts';

/** How many lessons of a class are still paid for, where it is under way. */
export const lessonsLeft = ({ left, of }: Lessons): string => `${left} of ${of} lessons left`;

/** Whether a class is under way, so that not all of its price is paid. */
export const isUnderWay = (lessons: Lessons | undefined): lessons is Lessons =>
  lessons !== undefined && lessons.left < lessons.of;
