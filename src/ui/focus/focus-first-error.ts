/** Drawing what is wrong may take some frames, on a phone that is busy. */
const FRAMES = 20;

/**
 * Puts the focus on the first field of a form that is marked as wrong, once it is drawn; on none where nothing
 * is. Of a group of choices it is the first that can be chosen.
 */
export function focusFirstError(form: HTMLElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]');
    if (!wrong) {
      if (form?.isConnected && frames > 1) focusFirstError(form, frames - 1);
      return;
    }
    const control = wrong.matches('fieldset, [role="group"]')
      ? wrong.querySelector<HTMLElement>('input:enabled:not([tabindex="-1"]), button:enabled')
      : wrong;
    control?.focus();
  });
}
