import sanitizeHtml from 'sanitize-html';
import { contentTags } from '#schemas/content-tags.ts';

/**
 * What editors write for the same: `<b>` is kept as `<strong>`. Builds of the app from before `contentTags` grew show
 * these marks, too.
 */
const sameTags: ReadonlyMap<string, string> = new Map([
  ...(['b'] as const).map((tag) => [tag, 'strong'] as const),
  ...['i', 'cite', 'dfn', 'var'].map((tag) => [tag, 'em'] as const),
  ...['del', 'strike'].map((tag) => [tag, 's'] as const),
  ...['kbd', 'samp', 'tt'].map((tag) => [tag, 'code'] as const),
  ...['h5', 'h6'].map((tag) => [tag, 'h4'] as const),
  ...['div', 'section', 'article', 'center', 'address'].map((tag) => [tag, 'p'] as const),
  ...['dt', 'dd'].map((tag) => [tag, 'li'] as const),
  ['ins', 'u'],
  ['h1', 'h2'],
  ['dl', 'ul'],
]);

/**
 * What may stand in the text of news (security 14): `contentTags`, and links to pages on the web. No attributes but a
 * link's address, no pictures, no scripts, no styles.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: contentTags,
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: Object.fromEntries(sameTags),
};

/** How often broken nesting is read anew at most; whatever was tried came to rest in three. */
const MAX_PASSES = 8;

/**
 * The text without anything that may not stand in it. Broken nesting is read again until it comes to
 * rest: what is stored, a browser reads as it was checked. What does not come to rest loses its tags.
 */
export function sanitise(html: string): string {
  let clean = cleaned(html);
  for (let reading = 0; reading < MAX_PASSES; reading += 1) {
    const again = cleaned(clean);
    if (again === clean) return clean;
    clean = again;
  }
  return sanitizeHtml(clean, { ...allowed, allowedTags: [] }).trim();
}

function cleaned(html: string): string {
  // A block within a block leaves an empty paragraph on either side.
  return sanitizeHtml(html, allowed).replaceAll('<p></p>', '').trim();
}

/** Tags without a meaning of their own: what they enclose stays as it is. */
const meaningless = new Set(['html', 'head', 'body', 'span', 'font', 'tbody']);

/**
 * Returns what `sanitise` takes out of a text, for the person who wrote it: tags as `<img>`, attributes as `style`,
 * links by their address.
 */
export function listRemovedMarkup(html: string): string[] {
  const removed = new Set<string>();
  const note = (tag: string, attributes: sanitizeHtml.Attributes) => {
    const kept = sameTags.get(tag) ?? tag;
    if (!contentTags.includes(kept)) {
      if (!meaningless.has(tag)) removed.add(`<${tag}>`);
      else for (const name of Object.keys(attributes)) removed.add(name);
      return;
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (kept !== 'a' || name !== 'href') removed.add(name);
      else if (!/^https:/i.test(value.trim())) removed.add(`href="${value.slice(0, 80)}"`);
    }
  };
  sanitizeHtml(html, { ...allowed, onOpenTag: note });
  return [...removed];
}
