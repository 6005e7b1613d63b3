import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ImageUrl, KnownEmail, LanguageCode, nameFrom } from '#contract/fields.form.ts';
import { sortsBy } from '#contract/pages.ts';
import {
  ById,
  Id,
  lenient,
  Moment,
  optionalBody,
  PageQuery,
  pageOf,
  SearchWords,
  Updated,
} from '#contract/primitives.schema.ts';
import { Consent } from '#contract/texts/schema.ts';
import { PASSWORD_MAX, ROLES, USER_COLUMNS, userCalls } from './calls.ts';
import { Password } from './form.ts';
import { userOfficeCalls } from './office-calls.ts';

export const User = z
  .object({
    _id: Id,
    name: z.string(),
    /** Null where the office added a family that has none. */
    email: z.string().nullable(),
    photoURL: z.string().nullable(),
    role: z.enum(ROLES),
  })
  .meta({ id: 'User' });

/** A password that the server is given. */
export const PasswordChosen = Password.check(z.maxLength(PASSWORD_MAX));

/**
 * The user who signs in; `recovered` where the account was recovered, and its owner has not looked at what
 * ended.
 */
export const SignedInUser = User.extend({
  email: z.string(),
  recovered: z.literal(true).optional(),
  /** From when on the account is let in by a second factor alone; absent where it has one, or is not asked. */
  factorfrom: Moment.optional(),
  /** The code of the language that the school writes to them in; null for the school’s default. */
  language: z.string().nullable(),
}).meta({ id: 'SignedInUser' });

/** A user in the admins' list. */
export const ListedUser = User.extend({
  /** Whether the address is confirmed. */
  confirmed: z.boolean(),
  /** Whether an instructor is on the school's pages, or will be once the address is confirmed. */
  listed: z.boolean(),
  /** When the account will be deleted, where that was asked for. */
  leavesat: Moment.nullable(),
  /** Absent where an API key asks. */
  phone: z.string().nullable().optional(),
}).meta({ id: 'ListedUser' });

export const UserPage = pageOf(ListedUser).extend({
  /** The number of rows, counted up to `COUNT_MAX` and one more. */
  total: z.int(),
});

/** What the browser knows of the account that just signed in; the email must be the ID token's. */
const Profile = z.object({
  email: KnownEmail,
  name: z.string().transform(nameFrom).nullish(),
  photoURL: z.union([ImageUrl, z.literal('')]).nullish(),
  /**
   * The texts that a new account accepts. Calls without it are not asked; the school's own pages always send
   * it.
   */
  consent: Consent.optional(),
  /** The language in which a new account registers. */
  language: z.nullish(LanguageCode),
});

/** `was` is the role that the caller has read; without it, changes made meanwhile are not compared. */
const RoleChange = {
  params: ById,
  body: optionalBody(z.object({ was: z.enum(ROLES) })),
  response: { 200: User },
};

export const userEndpoints = withSchemas(
  { ...userCalls, ...userOfficeCalls },
  {
    signInUser: {
      summary: 'Makes the school know the person who has signed in; a new one becomes a student.',
      unlogged: 'Signing in; the account’s page lists it.',
      refusals: [
        'consent-required',
        'name-required',
        'account-taken',
        'email-not-verified',
        'account-erased',
        'account-leaving',
        'erasure-unfinished',
        'provider-unavailable',
      ],
      body: Profile,
      response: { 200: z.object({ data: SignedInUser }) },
    },
    issueAccessToken: {
      summary: 'Exchanges an ID token of the identity service for an access token.',
      unlogged: 'Signing in; the account’s page lists it.',
      refusals: [
        'account-erased',
        'account-leaving',
        'erasure-unfinished',
        'user-not-found',
        'second-factor-required',
        'provider-unavailable',
      ],
      body: z.object({ email: KnownEmail }),
      response: { 200: z.object({ token: z.string() }) },
    },
    listUsers: {
      summary: 'Every user, by name.',
      pagedBy: userOfficeCalls.searchUsers,
      response: { 200: z.array(User) },
    },
    searchUsers: {
      summary: 'One page of the users; four digits and more are looked for in telephone numbers, too.',
      querystring: PageQuery.extend({
        q: SearchWords,
        role: lenient(z.enum(ROLES)),
        sort: lenient(z.enum(sortsBy(USER_COLUMNS))),
      }),
      response: { 200: UserPage },
    },
    makeAdmin: {
      summary: 'Makes a user an admin.',
      refusals: ['user-not-found', 'changed-meanwhile', 'account-teaches', 'last-admin'],
      ...RoleChange,
    },
    makeInstructor: {
      summary:
        'Makes a user an instructor. `listed` says whether the school’s pages show the instructor, which they do only once the address is confirmed.',
      refusals: ['user-not-found', 'changed-meanwhile', 'last-admin'],
      ...RoleChange,
      body: optionalBody(z.object({ was: z.enum(ROLES), listed: z.boolean() })),
    },
    makeOffice: {
      summary: 'Gives a user the role of the office: people, enrolments, lessons and money by hand.',
      refusals: ['user-not-found', 'changed-meanwhile', 'last-admin'],
      ...RoleChange,
    },
    readSecondFactor: {
      summary:
        'Whether a user’s account asks for a second factor; null where only the identity service’s own console tells.',
      refusals: ['user-not-found', 'provider-unavailable'],
      params: ById,
      response: { 200: z.object({ has: z.boolean().nullable() }) },
    },
    resetSecondFactor: {
      summary:
        'Takes away the second factor that a user has lost, never one’s own; every session of the account ends.',
      refusals: [
        'user-not-found',
        'second-factor-missing',
        'second-factor-own',
        'second-factor-elsewhere',
        'provider-unavailable',
      ],
      params: ById,
      response: { 200: Updated },
    },
    makeStudent: {
      summary: 'Makes a user a student.',
      refusals: ['user-not-found', 'changed-meanwhile', 'account-teaches', 'last-admin'],
      ...RoleChange,
    },
  },
);
