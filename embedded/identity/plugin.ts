import formbody from '@fastify/formbody';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type * as z from 'zod';
import * as wire from '#contract/protocols/identity.ts';
import { ENGLISH, isLanguage, type Language } from '#languages/languages.ts';
import { errorBody, IdentityError, invalidArgument } from './errors.ts';
import { limits } from './limits/limits.ts';
import { lines } from './limits/lines.ts';
import { passwordHasher } from './limits/passwords.ts';
import { adminCreate, adminLookup, adminUpdate } from './operations/admin.ts';
import { deleteAccount } from './operations/delete.ts';
import { lookup } from './operations/lookup.ts';
import { finalizeEnrollment } from './operations/mfa-enrollment-finalize.ts';
import { startEnrollment } from './operations/mfa-enrollment-start.ts';
import { withdrawEnrollment } from './operations/mfa-enrollment-withdraw.ts';
import { finalizeMfaSignIn } from './operations/mfa-sign-in-finalize.ts';
import { projects } from './operations/projects.ts';
import { recaptchaConfig } from './operations/recaptcha-config.ts';
import { resetPassword } from './operations/reset-password.ts';
import { sendOobCode } from './operations/send-oob-code.ts';
import { signInWithEmailLink } from './operations/sign-in-with-email-link.ts';
import { signInWithIdp } from './operations/sign-in-with-idp.ts';
import { signInWithPassword } from './operations/sign-in-with-password.ts';
import { signUp } from './operations/sign-up.ts';
import { token } from './operations/token.ts';
import { update } from './operations/update.ts';
import type { Caller, Identity, IdentityOptions } from './options.ts';
import { popupPages } from './popup/pages.ts';
import { signingKeys } from './tokens/keys.ts';
import { hashOf } from './tokens/tokens.ts';

export type { IdentityOptions } from './options.ts';

const BODY_MAX_BYTES = 64 * 1024;
/** When to come back after a 503, in seconds. */
const RETRY_S = 5;
const { IDENTITY_TOOLKIT: IT, SECURE_TOKEN: ST } = wire;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The language of a locale that the SDK names, `de-AT`; English where there is none. */
function languageIn(locale: string): Language {
  const [code = ''] = locale.toLowerCase().split('-');
  return isLanguage(code) ? code : ENGLISH;
}

function identityOf(options: IdentityOptions, logError: (error: unknown) => void): Identity {
  const { db, now, rateLimitFactor = 1 } = options;
  return {
    ...options,
    isOutage: options.isOutage ?? (() => false),
    enumerationProtection: options.enumerationProtection ?? false,
    languageOf: options.languageOf ?? (async (_tx, { lang }) => languageIn(lang)),
    mayMail: options.mayMail ?? (async () => true),
    sessionsEnded: options.sessionsEnded ?? (async () => {}),
    providers: options.providers ?? {},
    rateLimitFactor,
    keys: signingKeys(db, now),
    limits: limits(db, now, rateLimitFactor),
    passwords: passwordHasher(),
    inLine: lines(),
    logError,
  };
}

/**
 * The refusal for an error: the service's own, a malformed request, or a fault, of which nothing is shown.
 */
function refusalOf(error: unknown, isOutage: Identity['isOutage']): IdentityError {
  if (error instanceof IdentityError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [{ instancePath, message } = { instancePath: '', message: '' }] = error.validation;
    return invalidArgument(`Invalid JSON payload received. ${instancePath} ${message}`);
  }
  const { statusCode = 500, message } = error as FastifyError;
  if (statusCode === 415) return invalidArgument('The body must be JSON.');
  // Before the outage: a client that goes away in mid-body looks like a connection to the database that was
  // cut.
  if (statusCode >= 400 && statusCode < 500) return invalidArgument(message, statusCode);
  if (isOutage(error)) return new IdentityError('UNAVAILABLE', 503, 'UNAVAILABLE');
  return new IdentityError('INTERNAL_ERROR', 500, 'INTERNAL');
}

/**
 * The identity service, to be mounted at the origin's root: `firebase` strips any path from the address it is
 * given. Speaks Identity Toolkit and Secure Token REST, and serves its JWK Set at
 * `/securetoken.googleapis.com/jwks`. Its tables (`identityTables`) must have been migrated.
 */
export const identityService: FastifyPluginAsync<IdentityOptions> = async (app, options) => {
  const identity = identityOf(options, (error) => app.log.error(error));
  const callerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const lang = String(request.headers['x-firebase-locale'] ?? '');
    const origin = options.originOf(request);
    if (!URL.canParse(origin)) throw invalidArgument('The Host header names no host.');
    return {
      ip: request.ip,
      origin,
      schoolName: await options.schoolName(),
      cookies: request.headers.cookie ?? '',
      setCookie: (cookie) => reply.header('set-cookie', cookie),
      lang: /^[a-z]{2,8}(-[a-z\d]{2,8}){0,3}$/i.test(lang) ? lang : '',
    };
  };

  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: BODY_MAX_BYTES });
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parseJson(request, body as string, done),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, identity.isOutage);
    if (refusal !== error && refusal.httpStatus >= 500) request.log.error(error);
    if (refusal.httpStatus === 503) reply.header('retry-after', RETRY_S);
    return send(reply, refusal);
  });
  const send = (reply: FastifyReply, refusal: IdentityError) =>
    reply
      .code(refusal.httpStatus)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(errorBody(refusal));

  const checkKey = async (request: FastifyRequest) => {
    const { key } = request.query as { key?: unknown };
    if (!key) throw new IdentityError('The request is missing a valid API key.', 403, 'PERMISSION_DENIED');
    if (key !== options.apiKey) throw invalidArgument('API key not valid. Please pass a valid API key.');
  };

  const { adminToken } = options;
  const checkServer = async ({ headers, params }: FastifyRequest) => {
    const [, given] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (given === undefined)
      throw new IdentityError(
        'Request is missing required authentication credential.',
        401,
        'UNAUTHENTICATED',
      );
    const isServer = adminToken !== undefined && hashOf(given) === hashOf(adminToken);
    const isOurs = (params as { project?: string }).project === options.projectId;
    if (!isServer || !isOurs)
      throw new IdentityError('The caller does not have permission.', 403, 'PERMISSION_DENIED');
  };

  /** Adds one call; `url` writes a colon twice, as the router wants it. */
  const call = <I extends z.ZodType, A extends z.ZodType>(
    url: string,
    body: I,
    answer: A,
    run: (identity: Identity, input: z.output<I>, caller: Caller) => Promise<z.input<A>>,
    admit: (request: FastifyRequest) => Promise<void> = checkKey,
  ) =>
    app.post(url, {
      bodyLimit: BODY_MAX_BYTES,
      onRequest: admit,
      // A request without any body is an empty message.
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {};
      },
      schema: { body, response: { 200: answer } } as FastifySchema,
      handler: async (request, reply) =>
        run(identity, request.body as z.output<I>, await callerOf(request, reply)),
    });
  const read = <A extends z.ZodType>(
    url: string,
    answer: A,
    run: (identity: Identity, caller: Caller) => z.input<A>,
  ) =>
    app.get(url, {
      onRequest: checkKey,
      schema: { response: { 200: answer } } as FastifySchema,
      handler: async (request, reply) => run(identity, await callerOf(request, reply)),
    });

  const accounts = `${IT}/v1/accounts::`;
  call(`${accounts}signUp`, wire.SignUp, wire.SignUpAnswer, signUp);
  call(
    `${accounts}signInWithPassword`,
    wire.SignInWithPassword,
    wire.SignInWithPasswordAnswer,
    signInWithPassword,
  );
  call(
    `${accounts}signInWithEmailLink`,
    wire.SignInWithEmailLink,
    wire.SignInWithEmailLinkAnswer,
    signInWithEmailLink,
  );
  call(`${accounts}signInWithIdp`, wire.SignInWithIdp, wire.SignInWithIdpAnswer, signInWithIdp);
  call(`${accounts}sendOobCode`, wire.SendOobCode, wire.SendOobCodeAnswer, sendOobCode);
  call(`${accounts}resetPassword`, wire.ResetPassword, wire.ResetPasswordAnswer, resetPassword);
  call(`${accounts}update`, wire.Update, wire.UpdateAnswer, update);
  call(`${accounts}lookup`, wire.WithIdToken, wire.LookupAnswer, lookup);
  call(`${accounts}delete`, wire.WithIdToken, wire.DeleteAnswer, deleteAccount);
  const mfa = `${IT}/v2/accounts`;
  call(`${mfa}/mfaEnrollment::start`, wire.StartEnrollment, wire.StartEnrollmentAnswer, startEnrollment);
  call(`${mfa}/mfaEnrollment::finalize`, wire.FinalizeEnrollment, wire.MfaAnswer, finalizeEnrollment);
  call(`${mfa}/mfaEnrollment::withdraw`, wire.WithdrawEnrollment, wire.MfaAnswer, withdrawEnrollment);
  call(`${mfa}/mfaSignIn::finalize`, wire.FinalizeMfaSignIn, wire.MfaAnswer, finalizeMfaSignIn);
  const project = `${IT}/v1/projects/:project/accounts`;
  call(project, wire.AdminCreate, wire.AdminCreateAnswer, adminCreate, checkServer);
  call(`${project}::lookup`, wire.AdminLookup, wire.AdminLookupAnswer, adminLookup, checkServer);
  call(`${project}::update`, wire.AdminUpdate, wire.UpdateAnswer, adminUpdate, checkServer);
  call(`${ST}/v1/token`, wire.Token, wire.TokenAnswer, token);
  read(`${IT}/v2/recaptchaConfig`, wire.RecaptchaConfigAnswer, recaptchaConfig);
  read(`${IT}/v1/projects`, wire.ProjectsAnswer, projects);
  app.get(`${ST}/jwks`, () => identity.keys.jwks());
  await app.register(popupPages, { identity, originOf: options.originOf });

  // Always JSON: the SDK takes the HTML of a page for a broken network.
  for (const url of [`${IT}/*`, `${ST}/*`]) {
    app.route({
      method: METHODS,
      url,
      exposeHeadRoute: false,
      handler: (_request, reply) => send(reply, new IdentityError('Not Found', 404, 'NOT_FOUND')),
    });
  }
};
