/** Scrolls new content into view, above the footer and the on-screen keyboard. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
