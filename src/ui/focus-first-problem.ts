/**
 * Puts the focus on the first field of a form that is marked as wrong, once it is drawn. Of a group of choices it
 * is the first that can be chosen.
 */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    const control = wrong?.matches('fieldset, [role="group"]')
      ? wrong.querySelector<HTMLElement>('input:enabled:not([tabindex="-1"]), button:enabled')
      : wrong;
    control?.focus();
  });
}
