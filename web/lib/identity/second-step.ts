import {
  type Auth,
  getMultiFactorResolver,
  type MultiFactorError,
  multiFactor,
  TotpMultiFactorGenerator,
  type TotpSecret,
  type User,
  type UserCredential,
} from '@firebase/auth';
import { ask, currentlyAsked } from './asking.ts';
import { identityCode } from './identity-faults.ts';
import { SecondStepLeft } from './second-step-left.ts';

/** Whether the first step of a sign-in was right and a second one follows. */
export const asksSecondStep = (error: unknown): error is MultiFactorError =>
  identityCode(error) === 'multi-factor-auth-required';

/**
 * Goes on with the second step where an account has one, whatever the first was: another number may be tried
 * after a wrong one. Throws the SDK's `FirebaseError`, and `SecondStepLeft`.
 */
export async function withSecondStep(auth: Auth, first: Promise<UserCredential>): Promise<UserCredential> {
  try {
    return await first;
  } catch (error) {
    if (!asksSecondStep(error)) throw error;
    const resolver = getMultiFactorResolver(auth, error);
    const [factor] = resolver.hints;
    return askSecondStep((typed) =>
      resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(factor?.uid ?? '', typed)),
    );
  }
}

/** Asks for a number until one is right; gives what came of it. Rejects with what the dialog gave up for. */
function askSecondStep<Answer>(check: (typed: string) => Promise<Answer>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const end = () => ask({ secondStep: undefined });
  currentlyAsked().secondStep?.giveUp(new SecondStepLeft());
  ask({
    secondStep: {
      async tryWith(typed) {
        const answer = await check(typed);
        end();
        resolve(answer);
      },
      giveUp(error) {
        end();
        reject(error);
      },
    },
  });
  return promise;
}

/** Whether an account has a second step, as the identity service says now. */
export async function hasSecondStep(user: User): Promise<boolean> {
  const factors = multiFactor(user);
  // What it knows of them comes with the account.
  await user.reload();
  return factors.enrolledFactors.length > 0;
}

/** The secret of an authenticator app that an account does not have yet. */
export const newSecret = async (user: User): Promise<TotpSecret> =>
  TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());

/**
 * Gives an account its second step, once a number shows that an app has the secret; every other sign-in ends.
 * Throws the SDK's `FirebaseError`, as all of these do.
 */
export const addSecondStep = (user: User, secret: TotpSecret, number: string) =>
  multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, number));

/** Takes the second step of an account away. */
export async function removeSecondStep(user: User): Promise<void> {
  const factors = multiFactor(user);
  await user.reload();
  for (const factor of factors.enrolledFactors) await factors.unenroll(factor);
}
