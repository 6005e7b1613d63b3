/** An account that is deleted here and not yet, as far as is known, at the identity service. */
export type ErasureRow = { uid: string; createdat: number };
