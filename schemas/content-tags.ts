/**
 * What the text of news may be marked up with (security 14): headings, paragraphs, lists, emphasis, and links. The
 * server cleans by it what is published, and the app once more what it shows.
 */
export const contentTags = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'a'],
  ...['strong', 'em', 'u', 's', 'small', 'mark', 'sub', 'sup', 'code', 'pre'],
];
