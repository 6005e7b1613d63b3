import { letterMarkdown } from './render-markdown.ts';

/** Gives the whole address of what a link leads to. */
type LinkOf = (href: string) => string;

type MailOptions = {
  linkOf: LinkOf;
  /** What each element has in its `style`. */
  styles: Readonly<Record<string, string>>;
};

/** Pictures stay text: nothing in a mail is loaded from anywhere. */
const markdown = letterMarkdown();

markdown.core.ruler.push('mail', ({ tokens, env }) => {
  const { linkOf, styles } = env as MailOptions;
  for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
    const style = token.nesting >= 0 ? styles[token.tag] : undefined;
    if (style) {
      token.attrSet('style', style);
      token.attrJoin('class', 'ink');
    }
    const href = token.attrGet('href');
    if (href !== null) token.attrSet('href', linkOf(String(href)));
  }
});

/** A text in Markdown as a mail has it, in which no HTML of the author's survives. */
export const renderMailMarkdown = (text: string, options: MailOptions): string =>
  markdown.render(text, options);

/** The same as plain text: as it was written, with whole addresses. */
export const markdownText = (text: string, linkOf: LinkOf): string =>
  text.replace(/\]\(([^)\s]+)/g, (_, href: string) => `](${linkOf(href)}`);
