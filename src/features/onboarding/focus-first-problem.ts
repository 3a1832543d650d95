/** Puts the focus on the first field of a form that is marked as wrong, once it is drawn. */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const control = wrong?.matches('fieldset') ? wrong.querySelector<HTMLElement>('input') : wrong;
    control?.focus();
  });
}
