import type { Page } from '@playwright/test';

/** Finds the visible words of a Playwright page that are broken across several lines. */
export function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(listBrokenWords);
}

/**
 * Finds the visible words of the current document that are broken across several lines. Ignores addresses, which may
 * wrap.
 */
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
