import type { ComponentProps, KeyboardEvent } from 'react';

interface SubmitFormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown'> {
  /** Sends the form, and shows its own failure. */
  readonly onSubmit: () => Promise<unknown> | void;
}

/** A form that Ctrl Enter or ⌘ Enter also sends, because Enter starts a new line in a text field. */
export function SubmitForm({ onSubmit, ...form }: SubmitFormProps) {
  return (
    // The key handler is for the fields inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      {...form}
      noValidate
      onKeyDown={submitByKeys}
      onSubmit={(event) => {
        event.preventDefault();
        Promise.resolve(onSubmit()).catch(() => undefined);
      }}
    />
  );
}

/** Presses the submit button, which may be disabled. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!isSubmit || event.defaultPrevented) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.elements].filter(
    (element) => element instanceof HTMLButtonElement,
  );
  buttons.find(({ type }) => type === 'submit')?.click();
}
