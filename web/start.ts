/*
 * When a page's scripts start. A page that is whole as HTML works without them: links lead on, the menu
 * opens, the filter and the search are forms. It loads none until somebody uses it, and a button that is
 * pressed before they run is pressed again once they do.
 */

/** What entry.client.tsx tells the page once its buttons answer. */
export const APP_READY = 'app-ready';

/** What holds a script and what it loads back until somebody uses the page. */
export const HELD = 'held';

/**
 * Stands in the head of every page as text, and so uses nothing from outside itself. Starts held scripts at
 * the first sign that the page is used, or at once for somebody who was signed in here.
 */
function startWhenUsed(ready: string, held: string, incomplete: readonly string[]) {
  const signs = [
    'pointermove',
    'pointerdown',
    'touchstart',
    'wheel',
    'scroll',
    'keydown',
    'focusin',
    'input',
  ];
  const whileCapturing = { capture: true, passive: true };
  /** What was used before it could answer, and how it is told again. */
  const early = new Map<Element, () => void>();
  const failure = document.createElement('p');

  /** A pointer that rests while the page moves below it is told to have moved, by nothing. */
  const isRest = (event: Event) =>
    event.type === 'pointermove' && event instanceof PointerEvent && !event.movementX && !event.movementY;

  /**
   * A finger on a link leads away without scripts: the page it leads to is fetched while the finger is down,
   * and nothing else. The browser asks once more whether that page is still the same. Gives whether the event
   * is part of such a touch.
   */
  function leadOn({ type, target }: Event) {
    if (!['pointerdown', 'touchstart', 'focusin'].includes(type)) return false;
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin) return false;
    const page = link.pathname + link.search;
    if (page === location.pathname + location.search) return false;
    if (type === 'touchstart') {
      const ahead = document.createElement('link');
      ahead.rel = 'prefetch';
      ahead.href = page;
      document.head.append(ahead);
    }
    return true;
  }

  function start(event?: Event) {
    if (event && (isRest(event) || leadOn(event))) return;
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', () => start());
    for (const sign of signs) removeEventListener(sign, start, whileCapturing);
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${held}]`))
      link.rel = 'modulepreload';
    const scripts = document.querySelectorAll<HTMLScriptElement>(`script[type^=${held}]`);
    // Nothing was held: the page has started by itself, and its later faults are not those of its start.
    if (scripts.length === 0) return;
    addEventListener('unhandledrejection', fail);
    for (const script of scripts) {
      script.addEventListener('error', fail);
      script.type = script.type === held ? 'module' : '';
      // A script runs where it comes into the page.
      script.replaceWith(script);
    }
  }

  function press(event: Event) {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button || button.command || (button.type === 'submit' && button.form?.method === 'get')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (failure.isConnected) return fail();
    button.setAttribute('aria-busy', 'true');
    early.set(button, () => {
      button.removeAttribute('aria-busy');
      button.click();
    });
    start();
  }

  function pick({ target }: Event) {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    early.set(target, () => target.dispatchEvent(new Event('change', { bubbles: true })));
  }

  /** A browser asks for a script once: what did not come needs the page anew. */
  function fail() {
    for (const button of early.keys()) button.removeAttribute('aria-busy');
    early.clear();
    const again = document.createElement('a');
    again.href = location.href;
    failure.role = 'alert';
    failure.className = 'start-failure';
    const [before = '', link = '', after = ''] = incomplete;
    again.textContent = link;
    failure.replaceChildren(before, again, after);
    document.body.append(failure);
  }

  /**
   * A form's button is off without scripts: the form would go to an address that nobody listens at. Here it
   * is only early.
   */
  function enableForms() {
    for (const button of document.querySelectorAll<HTMLButtonElement>('form[method=post] [type=submit]'))
      button.disabled = false;
  }

  function answer() {
    removeEventListener('click', press, true);
    removeEventListener('change', pick, true);
    removeEventListener('unhandledrejection', fail);
    failure.remove();
    queueMicrotask(() => {
      for (const tell of early.values()) tell();
    });
  }

  const isUser = (key: string | null) => key?.startsWith('firebase:authUser:');
  for (const sign of signs) addEventListener(sign, start, whileCapturing);
  addEventListener('click', press, true);
  addEventListener('change', pick, true);
  addEventListener(ready, answer, { once: true });
  addEventListener('DOMContentLoaded', enableForms);
  addEventListener('storage', ({ key }) => isUser(key) && start());
  try {
    localStorage.theme ??= 'light';
    // Who seems to be signed in is not asked to sign in while that is found out.
    const isKept = 'access-token' in localStorage;
    if (isKept) document.documentElement.dataset.session = 'kept';
    if (isKept || Object.keys(localStorage).some(isUser)) start();
  } catch {}
}

/**
 * What a page's head holds of it. `incomplete` is what it says where its scripts do not come: the words before
 * the link that loads it again, those of the link, and those after.
 */
export const startScript = (incomplete: readonly string[]) =>
  `(${startWhenUsed})('${APP_READY}','${HELD}',${JSON.stringify(incomplete).replaceAll('<', '\\u003c')})`;
