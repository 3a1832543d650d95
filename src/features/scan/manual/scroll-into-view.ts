/** What has come up is seen whole, as far as there is room above the foot and the keyboard on the screen. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
