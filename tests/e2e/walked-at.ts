/**
 * The sizes at which a journey is walked: by `npm test` the first, by `npm run proof -- widths` all of them.
 * What is repeated is the walk; how each page looks at each width is checked by `npm test`.
 */
export const walkedAt = <Size>(...sizes: [Size, ...Size[]]): Size[] =>
  process.env.PROOF_FILE ? sizes : sizes.slice(0, 1);
