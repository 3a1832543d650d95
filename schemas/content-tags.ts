/**
 * HTML elements allowed in news (security 14): headings, paragraphs, lists, emphasis and links. The server
 * sanitises published content with this list, and the app sanitises it again before display.
 */
export const contentTags = [
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
  'strong',
  'em',
  'u',
  's',
  'small',
  'mark',
  'sub',
  'sup',
  'code',
  'pre',
];
