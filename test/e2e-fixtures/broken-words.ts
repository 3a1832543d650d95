import type { Page } from '@playwright/test';

/** Visible words broken over several lines, in a page of an end-to-end test. */
export function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(listBrokenWords);
}

/** Visible words of this page that are broken over several lines. Ignores addresses, which may wrap. */
export function listBrokenWords(): string[] {
  const brokenWords = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\u00ad]{2,}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...otherRects] = range.getClientRects();
      const isAddress = /[@/]/.test(node.nodeValue ?? '');
      if (first && !isAddress && otherRects.some(({ top }) => top >= first.bottom - 1))
        brokenWords.add(word);
    }
  }
  return [...brokenWords];
}
