/** Whether a number field shows a text that it refused: its value is still the number from before. */
export function hasInvalidNumber(container: ParentNode | null): boolean {
  return Boolean(container?.querySelector('[role="spinbutton"][aria-invalid="true"]'));
}
