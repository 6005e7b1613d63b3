import markdownIt, { type MarkdownIt } from 'markdown-it';
import { imageSources } from '#contract/images.ts';
import type { IsSchoolPicture } from '#server/config/school-pictures.ts';

/** Gives a text in Markdown as HTML that is safe to insert into a page. */
export type RenderMarkdown = (text: string) => string;

/**
 * What a link may lead to: a place of the school's own, another site, a mailbox (with a subject at most: no
 * other receiver), a telephone.
 */
const LINK = /^(?:https?:|mailto:[^?&,;]+(?:\?subject=[^&]*)?$|tel:|[#?/.]|(?![a-z][a-z\d+.-]*:))/i;
/**
 * How wide and high a picture is, in pixels, as the editor notes it behind its address: the page keeps the
 * room for it.
 */
const SIZE = /#(\d{1,5})x(\d{1,5})$/;
/** An article's width in `app.css`. */
const SIZES = '(min-width: 48rem) 42rem, 92vw';
/** Bytes of texts with their HTML that are kept, two a character at most. */
const KEPT_MAX = 16 * 1024 * 1024;
/**
 * The deepest nesting of quotes and lists: far more than is readable, and deeper ones take long to render.
 */
const NESTING_MAX = 20;

/**
 * What reads Markdown: HTML in it stays text, and so does a link to what is no address. A picture is what
 * `showPicture` makes of its address and words, else text.
 */
export function safeMarkdown(
  showPicture: (address: string, alt: string) => Record<string, string> | undefined,
): MarkdownIt {
  const markdown = markdownIt({ html: false, typographer: true, maxNesting: NESTING_MAX });
  const { escapeHtml } = markdown.utils;
  markdown.validateLink = (url) => LINK.test(url.trim());

  markdown.renderer.rules.image = (tokens, at, options, env, renderer) => {
    const token = tokens[at];
    const address = String(token?.attrGet('src'));
    const alt = renderer.renderInlineAsText(token?.children ?? [], options, env);
    const attributes = showPicture(address, alt);
    if (!attributes) return escapeHtml(`![${alt}](${address})`);
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
    return `<img ${written.join(' ')}>`;
  };

  // The page's own title is its only heading of the first rank.
  markdown.core.ruler.push('headings', ({ tokens }) => {
    for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2';
  });
  return markdown;
}

/** What shows a text to readers on a page; a picture that is not the school's own stays text. */
export function markdownRenderer({ isSchoolPicture }: { isSchoolPicture: IsSchoolPicture }): RenderMarkdown {
  const markdown = safeMarkdown((address, alt) => {
    if (!isSchoolPicture(address)) return undefined;
    const [, width, height] = SIZE.exec(address) ?? [];
    const { src, srcset } = imageSources(address.replace(SIZE, ''));
    return {
      src,
      ...(srcset && { srcset, sizes: SIZES }),
      alt,
      ...(width && height && { width, height }),
      loading: 'lazy',
      decoding: 'async',
    };
  });
  return keepLast((text) => markdown.render(text));
}

/**
 * What reads a letter: its lines end where who wrote it ended them, and pictures stay text, as no mail loads
 * any.
 */
export const letterMarkdown = (): MarkdownIt => safeMarkdown(() => undefined).set({ breaks: true });

/** What shows a letter to the office as its mail had it. */
export function letterRenderer(): RenderMarkdown {
  const markdown = letterMarkdown();
  return keepLast((text) => markdown.render(text));
}

/** The same for a text that is not for everyone: it shows no pictures, which are at public addresses. */
export function pictureless(): RenderMarkdown {
  const markdown = safeMarkdown(() => undefined);
  return keepLast((text) => markdown.render(text));
}

/**
 * Keeps what texts were made into, those asked for last: one that takes long is not rendered for every reader
 * who is signed in.
 */
export function keepLast(render: RenderMarkdown, bytesMax = KEPT_MAX): RenderMarkdown {
  const kept = new Map<string, string>();
  const sizeOf = (text: string, html: string) => 2 * (text.length + html.length);
  let bytes = 0;

  function forget(text: string) {
    const html = kept.get(text);
    if (html !== undefined) bytes -= sizeOf(text, html);
    kept.delete(text);
  }

  return (text) => {
    const html = kept.get(text) ?? render(text);
    forget(text);
    kept.set(text, html);
    bytes += sizeOf(text, html);
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) break;
      forget(oldest);
    }
    return html;
  };
}
