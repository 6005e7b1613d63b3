/** Asks the school again who this is. What it takes is loaded by people who sign in alone. */
export const retrySession = async () => (await import('./register-with-school.ts')).refreshUser();
