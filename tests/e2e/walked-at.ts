/**
 * The sizes at which a journey is walked: at a checkpoint the first, by `npm run proof -- widths` all.
 * What is repeated is the walk; how each page looks at each width is checked at each checkpoint.
 */
export const walkedAt = <Size>(...sizes: [Size, ...Size[]]): Size[] =>
  process.env.PROOF_FILE ? sizes : sizes.slice(0, 1);
