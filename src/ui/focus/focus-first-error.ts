/** Frames to wait for errors to render, on a busy phone. */
const MAX_FRAMES = 20;

/** Focuses the first invalid field of a form once rendered; in a choice group, the first enabled choice. */
export function focusFirstError(form: HTMLElement | null, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const invalidField = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]');
    if (!invalidField) {
      if (form?.isConnected && frames > 1) focusFirstError(form, frames - 1);
      return;
    }
    const control = invalidField.matches('fieldset, [role="group"]')
      ? invalidField.querySelector<HTMLElement>(
          'input:enabled:not([tabindex="-1"]), button:enabled',
        )
      : invalidField;
    control?.focus();
  });
}
