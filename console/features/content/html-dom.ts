import { allowedTags } from '#src/ui/html-text.tsx';

/** Maps tags that browsers insert to the tags used by the app. */
const replacements: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  div: 'p',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
};
const inlineTags = new Set([
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
  'br',
]);

/** Returns the HTML of an edited element, reduced to tags that the server accepts; empty if it has no text. */
export function readCleanHtml(editedElement: Element): string {
  const root = document.createElement('div');
  root.append(...[...editedElement.childNodes].map((node) => node.cloneNode(true)));
  for (const element of [...root.querySelectorAll('*')]) cleanElement(element);
  wrapLooseText(root);
  for (const paragraph of root.querySelectorAll('p'))
    if (paragraph.textContent === '') paragraph.remove();
  return root.textContent.trim() === '' ? '' : root.innerHTML;
}

/** Replaces an element with its allowed form, or with its content. */
function cleanElement(element: Element): void {
  const tag = element.localName;
  const allowedTag = replacements[tag] ?? tag;
  if (!allowedTags.includes(allowedTag)) {
    element.replaceWith(...element.childNodes);
    return;
  }
  const cleanedElement = document.createElement(allowedTag);
  const address = element.getAttribute('href');
  if (allowedTag === 'a' && address !== null) cleanedElement.setAttribute('href', address);
  cleanedElement.append(...element.childNodes);
  element.replaceWith(cleanedElement);
}

/** Puts text outside of blocks into paragraphs. */
function wrapLooseText(root: Element): void {
  let paragraph: Element | null = null;
  for (const node of [...root.childNodes]) {
    const isInline = !(node instanceof Element) || inlineTags.has(node.localName);
    if (!isInline) {
      paragraph = null;
      continue;
    }
    if (paragraph === null) {
      paragraph = document.createElement('p');
      node.before(paragraph);
    }
    paragraph.append(node);
  }
}
