/**
 * The widths, or languages, at which a journey is walked: at a checkpoint the first, by `npm run proof --
 * widths` or `languages` all. What is repeated is the walk.
 */
export const walkedAt = <At>(...all: [At, ...At[]]): At[] => (process.env.PROOF_FILE ? all : all.slice(0, 1));
