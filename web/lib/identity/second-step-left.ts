/** Who was asked for the second step would rather not; `code` is like the identity SDK's. */
export class SecondStepLeft extends Error {
  readonly code = 'auth/second-step-left';
}
