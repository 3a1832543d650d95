import { valibotResolver } from '@hookform/resolvers/valibot';
import type { FormEvent } from 'react';
import type { FieldValues, Resolver, SubmitHandler, UseFormReturn } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';

/**
 * Judges a form by its schema, all of it at once: what hangs on two fields is told at the first try too, and not
 * only once all the others are right.
 */
export function formResolver<Input extends FieldValues, Output>(
  schema: GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> {
  const validate = valibotResolver<Input, unknown, Output>(schema);
  return (values, context, options) =>
    validate(values, context, { ...options, criteriaMode: 'all' });
}

/**
 * What a form does when it is sent: what is right is saved, else the focus goes to the first field on the screen
 * that is wrong. The form's own way does not find fields that are drawn by others, and goes by another order.
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
