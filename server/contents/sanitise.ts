import sanitizeHtml from 'sanitize-html';
import { contentTags } from '#schemas/content-tags.ts';

/** Tags that are replaced by equivalent ones: `<b>` becomes `<strong>`. Older app versions support only the latter. */
const replacementTags: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
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
 * Markup that news may contain (security 14): the tags in `contentTags`, and https links. Attributes other than `href`,
 * pictures, scripts and styles aren't allowed.
 */
const sanitiseOptions: sanitizeHtml.IOptions = {
  allowedTags: contentTags,
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: Object.fromEntries(replacementTags),
};

/** Maximum number of passes. All tested texts were stable after three. */
const MAX_PASSES = 8;

/**
 * Sanitises HTML. Repeats until the output is stable, so that a browser parses exactly the text that was
 * checked. Text that never becomes stable loses all tags.
 */
export function sanitise(html: string): string {
  let sanitisedHtml = sanitiseOnce(html);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const nextHtml = sanitiseOnce(sanitisedHtml);
    if (nextHtml === sanitisedHtml) return sanitisedHtml;
    sanitisedHtml = nextHtml;
  }
  return sanitizeHtml(sanitisedHtml, { ...sanitiseOptions, allowedTags: [] }).trim();
}

function sanitiseOnce(html: string): string {
  // A nested block leaves an empty paragraph on either side.
  return sanitizeHtml(html, sanitiseOptions).replaceAll('<p></p>', '').trim();
}

/** Tags that are dropped without a warning; their content stays. */
const ignoredTags = new Set(['html', 'head', 'body', 'span', 'font', 'tbody']);

/**
 * Lists what `sanitise` removes, so that the author can be warned: tags such as `<img>`, attributes such as `style`,
 * and the addresses of links that don't use https.
 */
export function listRemovedMarkup(html: string): string[] {
  const removedMarkup = new Set<string>();
  const collect = (tag: string, attributes: sanitizeHtml.Attributes) => {
    const replacement = replacementTags.get(tag) ?? tag;
    if (!contentTags.includes(replacement)) {
      if (!ignoredTags.has(tag)) removedMarkup.add(`<${tag}>`);
      else for (const name of Object.keys(attributes)) removedMarkup.add(name);
      return;
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (replacement !== 'a' || name !== 'href') removedMarkup.add(name);
      else if (!/^https:/i.test(value.trim())) removedMarkup.add(`href="${value.slice(0, 80)}"`);
    }
  };
  sanitizeHtml(html, { ...sanitiseOptions, onOpenTag: collect });
  return [...removedMarkup];
}
