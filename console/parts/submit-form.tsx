import type { ComponentProps, KeyboardEvent } from 'react';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { useUnsavedInput } from '#console/data/unsaved-input.ts';
import { useTypedValues } from './use-typed-values.ts';

export interface SubmitFormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown'> {
  /** Sends the form. This function must show its failures itself, because the form doesn't. */
  readonly onSubmit: () => Promise<unknown> | void;
  /** True if there are unsaved changes; by default, if a field differs from when it was first focused. */
  readonly isEdited?: boolean | undefined;
  /** False if losing the typed values does no harm, or if another component asks first. */
  readonly isGuarded?: boolean | undefined;
}

/**
 * A form that can also be sent with Ctrl Enter or ⌘ Enter, because Enter alone starts a new line in a multi-line
 * field. If the values are invalid, focuses the first invalid field or the summary of errors. Asks before the
 * operator leaves unsaved changes.
 */
export function SubmitForm({ onSubmit, isEdited, isGuarded = true, ...form }: SubmitFormProps) {
  const typedValues = useTypedValues();
  useUnsavedInput({
    place: 'tab',
    isUnsaved: () => isGuarded && (isEdited ?? typedValues.isEdited()),
  });
  return (
    // The key handler is for the fields inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      {...form}
      onFocus={(event) => {
        typedValues.trackField(event);
        form.onFocus?.(event);
      }}
      onKeyDown={submitByKeys}
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        const focusedElement = document.activeElement;
        void Promise.resolve(onSubmit())
          .catch(() => undefined)
          .then(() => focusFailure(currentTarget, focusedElement));
      }}
    />
  );
}

/** Frames to wait for errors to render, and for a closed dialog to return the focus. */
const MAX_FRAMES = 20;

/** Focuses the first invalid field, or the summary of errors, unless the operator has moved on. */
function focusFailure(
  form: HTMLFormElement,
  focusedElement: Element | null,
  frames = MAX_FRAMES,
): void {
  requestAnimationFrame(() => {
    if (!form.isConnected || frames === 0) return;
    const currentElement = document.activeElement;
    const isWaiting = currentElement === focusedElement || currentElement === document.body;
    const summary = form.querySelector<HTMLElement>('[role="alert"]:not(:empty)');
    if (isWaiting && form.querySelector('[aria-invalid="true"], [data-problem]'))
      focusFirstError(form);
    else if (isWaiting && summary) {
      summary.tabIndex = -1;
      summary.focus();
    } else focusFailure(form, focusedElement, frames - 1);
  });
}

/** Sends the form on Ctrl Enter or ⌘ Enter. Clicks the submit button, so that nothing is sent while it's disabled. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!isSubmit || event.defaultPrevented) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.elements].filter(
    (element) => element instanceof HTMLButtonElement,
  );
  buttons.find(({ type }) => type === 'submit')?.click();
}
