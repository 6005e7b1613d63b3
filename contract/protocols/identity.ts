import * as z from 'zod';
import { Name } from '#contract/fields.form.ts';

/*
 * The part of the Identity Toolkit and Secure Token REST protocols (Google Cloud Identity Platform, "REST
 * reference") that the `firebase` SDK speaks: what each call takes and answers. Unknown fields are dropped;
 * null means absent, as in protobuf's JSON.
 */

export {
  Email as EmailAddress,
  KnownEmail as KnownEmailAddress,
  nameFrom,
} from '#contract/fields.form.ts';

export const IDENTITY_TOOLKIT = '/identitytoolkit.googleapis.com';
export const SECURE_TOKEN = '/securetoken.googleapis.com';

/** An ID token's life, in seconds; `expiresIn` on the wire. */
export const ID_TOKEN_S = 3600;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 1024;

/** The `iss` claim of a project's ID tokens. */
export const issuerOf = (projectId: string) => `https://securetoken.google.com/${projectId}`;

/** A text a database can store: no NUL, no lone surrogates. */
const Text = z.string().refine((value) => value.isWellFormed() && !value.includes('\0'), {
  error: 'contains characters that cannot be stored',
});
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const text = maybe(Text);
const flag = maybe(z.boolean());
/** A protobuf int64, which JSON carries as text or as a number. */
const int64 = maybe(z.union([z.string().regex(/^\d{1,15}$/, 'is not a number'), z.int().min(0)]));

const PROFILE_MAX = 2048;
const displayName = maybe(Text.pipe(Name));
/** http(s), a path of the same origin, or empty to take the picture away. */
const photoUrl = maybe(
  Text.max(PROFILE_MAX, 'is too long').regex(
    /^(https?:\/\/[^\s<>"'`\\]+|\/[a-z][^\s<>"'`\\]*)?$/i,
    'must be a web address',
  ),
);

export const SignUp = z.object({
  idToken: text,
  localId: text,
  email: text,
  password: text,
  displayName,
  photoUrl,
});
export const SignInWithPassword = z.object({ email: text, password: text });
export const SignInWithEmailLink = z.object({ email: text, oobCode: text, idToken: text });
export const SignInWithIdp = z.object({
  requestUri: text,
  postBody: text,
  pendingToken: text,
  idToken: text,
  returnIdpCredential: flag,
});
export const Update = z.object({
  idToken: text,
  oobCode: text,
  email: text,
  password: text,
  displayName,
  photoUrl,
  deleteProvider: maybe(z.array(Text).max(20)),
  /** Epoch seconds: tokens from before it count no more. */
  validSince: int64,
  customAttributes: text,
  disableUser: flag,
  linkProviderUserInfo: maybe(z.unknown()),
  returnSecureToken: flag,
});
export const WithIdToken = z.object({ idToken: text });

/* The second factor (`accounts.mfaEnrollment` and `accounts.mfaSignIn` of v2), by an authenticator app alone. */

const totpVerificationInfo = maybe(z.object({ sessionInfo: text, verificationCode: text }));
export const StartEnrollment = z.object({ idToken: text, totpEnrollmentInfo: maybe(z.object({})) });
export const FinalizeEnrollment = z.object({ idToken: text, displayName, totpVerificationInfo });
export const WithdrawEnrollment = z.object({ idToken: text, mfaEnrollmentId: text });
export const FinalizeMfaSignIn = z.object({
  mfaPendingCredential: text,
  mfaEnrollmentId: text,
  totpVerificationInfo,
});

/*
 * What a server calls with a credential of its own (`projects.accounts`, `projects.accounts.lookup` and
 * `.update`): for an account that is not the caller's, and with fields that no user may send.
 */
export const AdminCreate = z.object({ email: text, password: text, displayName, emailVerified: flag });
export const AdminLookup = z.object({
  email: maybe(z.array(Text).max(100)),
  localId: maybe(z.array(Text).max(100)),
});
export const AdminUpdate = z.object({
  localId: text,
  password: text,
  displayName,
  emailVerified: flag,
  deleteProvider: maybe(z.array(Text).max(20)),
  validSince: int64,
  /** Empty: takes the second factor away. */
  mfa: maybe(z.strictObject({})),
});
export const SendOobCode = z.object({
  requestType: text,
  email: text,
  newEmail: text,
  idToken: text,
  continueUrl: text,
  returnOobLink: flag,
});
export const ResetPassword = z.object({ oobCode: text, newPassword: text });
export const Token = z.object({ grant_type: text, refresh_token: text });

export const ProviderUserInfo = z.object({
  providerId: z.string(),
  rawId: z.string(),
  federatedId: z.string(),
  email: z.string().optional(),
  displayName: z.string().optional(),
  photoUrl: z.string().optional(),
  screenName: z.string().optional(),
});
export type ProviderUserInfo = z.infer<typeof ProviderUserInfo>;

const kind = (name: string) => z.literal(`identitytoolkit#${name}`);
const tokens = { idToken: z.string(), refreshToken: z.string(), expiresIn: z.string() };
const maybeTokens = z.object(tokens).partial().shape;

/** A second factor of an account. */
const MfaInfo = z.object({
  mfaEnrollmentId: z.string(),
  displayName: z.string().optional(),
  /** ISO 8601. */
  enrolledAt: z.string(),
  totpInfo: z.object({}),
});
export type MfaInfo = z.infer<typeof MfaInfo>;
/** Tokens, or what stands for them until an account’s second factor was shown. */
const signedIn = {
  ...maybeTokens,
  mfaPendingCredential: z.string().optional(),
  mfaInfo: z.array(MfaInfo).optional(),
};

export const SignUpAnswer = z.object({
  kind: kind('SignupNewUserResponse'),
  localId: z.string(),
  email: z.string(),
  displayName: z.string().optional(),
  ...tokens,
});
export const SignInWithPasswordAnswer = z.object({
  kind: kind('VerifyPasswordResponse'),
  registered: z.literal(true),
  localId: z.string(),
  email: z.string(),
  displayName: z.string().optional(),
  ...signedIn,
});
export const SignInWithEmailLinkAnswer = z.object({
  kind: kind('EmailLinkSigninResponse'),
  localId: z.string(),
  email: z.string(),
  isNewUser: z.boolean(),
  ...signedIn,
});
export const SignInWithIdpAnswer = z.object({
  kind: kind('VerifyAssertionResponse'),
  providerId: z.string(),
  federatedId: z.string(),
  localId: z.string().optional(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string().optional(),
  fullName: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  photoUrl: z.string().optional(),
  screenName: z.string().optional(),
  /** What the provider said of the person, as JSON text. */
  rawUserInfo: z.string(),
  oauthIdToken: z.string().optional(),
  oauthAccessToken: z.string().optional(),
  isNewUser: z.boolean().optional(),
  needConfirmation: z.boolean().optional(),
  verifiedProvider: z.array(z.string()).optional(),
  errorMessage: z.string().optional(),
  ...signedIn,
});
export const UpdateAnswer = z.object({
  kind: kind('SetAccountInfoResponse'),
  localId: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  newEmail: z.string().optional(),
  displayName: z.string().optional(),
  photoUrl: z.string().optional(),
  providerUserInfo: z.array(ProviderUserInfo),
  ...maybeTokens,
});
const AccountInfo = z.object({
  localId: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string().optional(),
  photoUrl: z.string().optional(),
  providerUserInfo: z.array(ProviderUserInfo),
  /** Epoch seconds, as text. */
  validSince: z.string(),
  /** Epoch milliseconds, as text. */
  createdAt: z.string(),
  lastLoginAt: z.string(),
  /** ISO 8601. */
  lastRefreshAt: z.string(),
  disabled: z.boolean(),
  initialEmail: z.string(),
  emailLinkSignin: z.boolean(),
  mfaInfo: z.array(MfaInfo).optional(),
});
export const LookupAnswer = z.object({ kind: kind('GetAccountInfoResponse'), users: z.array(AccountInfo) });
/** Without `users` where no account has the address. */
export const AdminLookupAnswer = LookupAnswer.partial({ users: true });
export const AdminCreateAnswer = z.object({
  kind: kind('SignupNewUserResponse'),
  localId: z.string(),
  email: z.string(),
});
export const DeleteAnswer = z.object({ kind: kind('DeleteAccountResponse') });
export const SendOobCodeAnswer = z.object({
  kind: kind('GetOobConfirmationCodeResponse'),
  email: z.string(),
});
export const ResetPasswordAnswer = z.object({
  kind: kind('ResetPasswordResponse'),
  requestType: z.string(),
  email: z.string().optional(),
  newEmail: z.string().optional(),
  mfaInfo: MfaInfo.optional(),
});
export const StartEnrollmentAnswer = z.object({
  totpSessionInfo: z.object({
    /** Base32. */
    sharedSecretKey: z.string(),
    verificationCodeLength: z.int(),
    hashingAlgorithm: z.literal('SHA1'),
    periodSec: z.int(),
    sessionInfo: z.string(),
    /** ISO 8601. */
    finalizeEnrollmentTime: z.string(),
  }),
});
export const MfaAnswer = z.object({ idToken: z.string(), refreshToken: z.string() });
export const TokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.string(),
  token_type: z.literal('Bearer'),
  refresh_token: z.string(),
  id_token: z.string(),
  user_id: z.string(),
  project_id: z.string(),
});
export const ProjectsAnswer = z.object({ projectId: z.string(), authorizedDomains: z.array(z.string()) });
export const RecaptchaConfigAnswer = z.object({
  recaptchaKey: z.string(),
  recaptchaEnforcementState: z.array(z.object({ provider: z.string(), enforcementState: z.string() })),
});

/** A refusal's body; `message` is the vendor's code, sometimes followed by ` : ` and a sentence. */
export type IdentityErrorBody = {
  error: {
    code: number;
    message: string;
    errors: { message: string; domain: 'global'; reason: string }[];
    status?: string;
  };
};
