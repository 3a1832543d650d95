import sanitizeHtml from 'sanitize-html';

/**
 * What may stand in the text of news (security 14): headings, paragraphs, lists, emphasis, and links
 * to pages on the web. No attributes but a link's address, no pictures, no scripts, no styles.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['h2', 'h3', 'p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'a'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
};

/** How often broken nesting is read anew at most; whatever was tried came to rest in three. */
const MOST_READINGS = 8;

/**
 * The text without anything that may not stand in it. Broken nesting is read again until it comes to
 * rest: what is stored, a browser reads as it was checked. What does not come to rest loses its tags.
 */
export function sanitise(html: string): string {
  let clean = sanitizeHtml(html, allowed).trim();
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    const again = sanitizeHtml(clean, allowed).trim();
    if (again === clean) return clean;
    clean = again;
  }
  return sanitizeHtml(clean, { ...allowed, allowedTags: [] }).trim();
}
