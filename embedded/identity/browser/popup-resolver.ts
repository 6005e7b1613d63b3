import { FirebaseError } from '@firebase/app';
import {
  type Auth,
  type AuthProvider,
  browserSessionPersistence,
  type PopupRedirectResolver,
} from '@firebase/auth';

/*
 * What `signInWithPopup` calls to open a window and be notified of its end. The SDK declares these members as
 * internal (its version is pinned, a journey in a browser tries them); the rest of its rules, such as how a
 * closed window is noticed, stay its own.
 */

type AuthEvent = {
  type: string;
  eventId: string;
  urlResponse: string;
  postBody: string | null;
  sessionId: undefined;
  tenantId: null;
  error?: FirebaseError;
};
type Consumer = { readonly eventId: string | null; onAuthEvent(event: AuthEvent): unknown };
/** What a popup of `/identity/popup` posts at its end. */
type PopupMessage = { type: 'cadenza:idp'; state: string; postBody?: string; error?: string };

const WIDTH_PX = 500;
const HEIGHT_PX = 600;

function openWindow(url: string): Window {
  const left = Math.max(0, screenX + (outerWidth - WIDTH_PX) / 2);
  const top = Math.max(0, screenY + (outerHeight - HEIGHT_PX) / 2);
  const popup = window.open(
    url,
    '_blank',
    `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${left},top=${top}`,
  );
  if (!popup) throw new FirebaseError('auth/popup-blocked', 'The browser blocked the sign-in window.');
  popup.focus();
  return popup;
}

const isPopupMessage = (data: unknown): data is PopupMessage =>
  (data as PopupMessage | null)?.type === 'cadenza:idp';

/**
 * Opens the popup of our own origin in place of the vendor's; listens to that window alone, from this origin,
 * with its own state.
 */
class OwnPopupResolver {
  readonly _redirectPersistence = browserSessionPersistence;
  readonly _shouldInitProactively = false;
  readonly #consumers = new Set<Consumer>();

  async _initialize() {
    return {
      registerConsumer: (consumer: Consumer) => this.#consumers.add(consumer),
      unregisterConsumer: (consumer: Consumer) => this.#consumers.delete(consumer),
    };
  }

  /** Throws `auth/popup-blocked` when no window can be opened. */
  async _openPopup(auth: Auth, { providerId }: AuthProvider, type: string, eventId: string) {
    const state = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const { languageCode, config } = auth;
    const query = new URLSearchParams({ provider: providerId, state, apiKey: config.apiKey });
    if (languageCode) query.set('lang', languageCode);
    const popup = openWindow(`/identity/popup?${query}`);

    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== popup) return;
      if (!isPopupMessage(data) || data.state !== state) return;
      const { postBody = null, error } = data;
      for (const consumer of this.#consumers) {
        if (consumer.eventId !== eventId) continue;
        consumer.onAuthEvent({
          type,
          eventId,
          urlResponse: location.origin,
          postBody,
          sessionId: undefined,
          tenantId: null,
          error: error ? new FirebaseError(`auth/${error}`, 'The sign-in did not happen.') : undefined,
        });
      }
    };
    addEventListener('message', listen);
    const close = () => {
      removeEventListener('message', listen);
      popup.close();
    };
    return { window: popup, associatedEvent: eventId, close };
  }

  /** The popup has this same origin, so there is no list of allowed origins to ask for. */
  async _originValidation() {}

  _isIframeWebStorageSupported(_auth: Auth, answer: (isSupported: boolean) => unknown) {
    answer(true);
  }

  async _completeRedirectFn() {
    return null;
  }

  _overrideRedirectResult() {}

  async _openRedirect(): Promise<never> {
    throw new FirebaseError('auth/operation-not-supported-in-this-environment', 'Sign in by the popup.');
  }
}

/**
 * To be given to `signInWithPopup`, `linkWithPopup` and `reauthenticateWithPopup` where the embedded service
 * signs in.
 */
export const ownPopupResolver: PopupRedirectResolver = OwnPopupResolver;
