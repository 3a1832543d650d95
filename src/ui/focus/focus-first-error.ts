/** Frames to wait for errors to render, on a busy phone. */
const FRAMES = 20;

/** Focuses the first invalid field of a form once rendered; in a choice group, the first enabled choice. */
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
