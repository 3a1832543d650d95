import DOMPurify from 'dompurify';
import { useMemo } from 'react';

/** Copy of the server's allowed tags, which the UI kit can't import; a test compares them. */
export const allowedTags = [
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

/** Options for sanitising text where it's rendered, in addition to the server's sanitising. */
const sanitiseOptions = {
  ALLOWED_TAGS: allowedTags,
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^https:/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Formatted text written by the manufacturer's editors. */
export function HtmlText({ html }: { html: string }) {
  const cleanHtml = useMemo(() => sanitiseHtml(html), [html]);
  return (
    <div
      className="space-y-4 break-long [&_a]:font-semibold [&_a]:text-info [&_a]:underline [&_blockquote]:border-s-4 [&_blockquote]:border-line [&_blockquote]:ps-4 [&_h2]:text-title [&_h2]:font-semibold [&_h3]:font-semibold [&_h4]:font-semibold [&_hr]:border-line [&_li]:my-1 [&_ol]:list-decimal [&_ol]:ps-6 [&_pre]:whitespace-pre-wrap [&_ul]:list-disc [&_ul]:ps-6"
      // Sanitised above.
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: cleanHtml }}
    />
  );
}

/** Removes all but the allowed tags, and makes links open in a new tab without referrer. */
export function sanitiseHtml(html: string): string {
  const fragment = DOMPurify.sanitize(html, { ...sanitiseOptions, RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noreferrer';
  }
  const container = document.createElement('div');
  container.append(fragment);
  return container.innerHTML;
}
