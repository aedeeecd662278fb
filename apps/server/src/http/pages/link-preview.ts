import { escapeHtml } from './escape-html.ts';

/** What messengers show of a link (Open Graph, ogp.me). Addresses are absolute. */
export interface LinkPreview {
  title: string;
  description: string;
  url: string;
  image: string;
}

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description"[^>]*>/;

/** The page of the web client with the title, the description and the preview of one link. */
export function withPreview(html: string, { title, description, url, image }: LinkPreview): string {
  const shown = { title, description, url, image, type: 'website' };
  const tags = Object.entries(shown).map(
    ([name, text]) => `<meta property="og:${name}" content="${escapeHtml(text)}" />`,
  );
  return html
    .replace(TITLE, () => [`<title>${escapeHtml(title)}</title>`, ...tags].join('\n    '))
    .replace(DESCRIPTION, () => `<meta name="description" content="${escapeHtml(description)}" />`);
}
