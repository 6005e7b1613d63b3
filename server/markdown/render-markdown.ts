import markdownIt from 'markdown-it';

// Tags in the text stay text, and the library itself drops `javascript:` and its like from links (its README, "Safety").
const markdown = markdownIt({ html: false, typographer: true });

/** What somebody wrote as Markdown, as HTML that is safe to insert into a page. */
export const renderMarkdown = (text: string): string => markdown.render(text);
