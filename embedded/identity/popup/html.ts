import type { DemoPerson } from '#embedded/identity/options.ts';
import { directionOf } from '#languages/languages.ts';
import { language, t } from '#languages/t.ts';
import { escapeHtml } from './escape-html.ts';

/** What a popup tells the page that opened it. */
export type PopupMessage = { type: 'cadenza:idp'; state: string } & (
  | { postBody: string }
  | { error: string }
);

const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1f2430; background: #faf8f5 }
body { margin: 0; padding: 2rem 1.5rem; max-width: 28rem; margin-inline: auto }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .5rem }
ul { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; gap: .6rem }
button { font: inherit; color: inherit; cursor: pointer }
li button { width: 100%; display: flex; flex-direction: column; text-align: start; padding: .7rem 1rem; background: #fff;
  border: 1px solid #c9c4bb; border-radius: .6rem }
li button:hover { border-color: #1f2430 }
li span { color: #555c6b; font-size: .9rem }
.cancel { background: none; border: 0; padding: .5rem 0; text-decoration: underline }
:focus-visible { outline: 3px solid #2457c5; outline-offset: 2px }
`;

/** A popup's whole page; `body` is HTML. Style and script carry `nonce`, which `policyOf` allows. */
const page = (title: string, body: string, nonce: string) => `<!doctype html>
<html lang="${language()}"${directionOf(language()) === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

/** The `Content-Security-Policy` of a popup's page. */
export const policyOf = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The page to choose a demo person on; choosing posts the form back to where it came from. */
export function chooserPage(
  {
    school,
    provider,
    people,
    fields,
  }: {
    school: string;
    provider: string;
    people: DemoPerson[];
    /** Hidden fields of the form. */
    fields: Record<string, string>;
  },
  nonce: string,
): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const choices = people.map(
    ({ name, email }, index) =>
      `<li><button name="person" value="${index}">${escapeHtml(name)}<span>${escapeHtml(email)}</span></button></li>`,
  );
  const title = t('identity.who_signs_in', { provider });
  const body = `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(t('identity.is_demo', { school, provider }))}</p>
<form method="post" action="/identity/popup">
${hidden.join('\n')}
<ul>
${choices.join('\n')}
</ul>
<button class="cancel" name="person" value="">${escapeHtml(t('common.cancel'))}</button>
</form>`;
  return page(title, body, nonce);
}

/** JSON that cannot end the script element that contains it. */
const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The last page of a popup: tells its opener, on this origin alone, and closes; says the same where that
 * cannot work.
 */
export function closingPage(message: PopupMessage | undefined, sentence: string, nonce: string): string {
  const script = message
    ? `<script nonce="${nonce}">
if (window.opener) {
  window.opener.postMessage(${scriptJson(message)}, location.origin);
  window.close();
}
</script>`
    : '';
  const body = `<h1>${escapeHtml(sentence)}</h1>
<p>${escapeHtml(t('identity.close_this_window'))}</p>
${script}`;
  return page(t('common.sign_in'), body, nonce);
}
