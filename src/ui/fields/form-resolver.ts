import { valibotResolver } from '@hookform/resolvers/valibot';
import type { FormEvent } from 'react';
import type { FieldValues, Resolver, SubmitHandler, UseFormReturn } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';

/**
 * Validates a form by its schema, including rules across fields, so that all errors appear on the first
 * attempt.
 */
export function formResolver<Input extends FieldValues, Output>(
  schema: GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> {
  const validate = valibotResolver<Input, unknown, Output>(schema);
  return (values, context, options) =>
    validate(values, context, { ...options, criteriaMode: 'all' });
}

/**
 * Saves a valid form; otherwise focuses the first invalid field on the screen. The form library can't focus
 * custom fields, and uses another order.
 */
export function submitHandler<Values extends FieldValues, Context, Output>(
  form: Pick<UseFormReturn<Values, Context, Output>, 'handleSubmit'>,
  save: SubmitHandler<Output>,
): (event: FormEvent<HTMLFormElement>) => void {
  return (event) => {
    const element = event.currentTarget;
    void form.handleSubmit(save, () => focusFirstError(element))(event);
  };
}
