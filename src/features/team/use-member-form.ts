import { useMemo } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useAccount } from '#src/data/account/account-context.tsx';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { formResolver, submitHandler } from '#src/features/_shared/editing/form-resolver.ts';
import { type MemberForm, memberFormSchema } from './member-form.ts';

/**
 * Form for adding or editing a member.
 * @param save called with valid values
 */
export function useMemberForm(
  defaultValues: MemberForm,
  save: (values: MemberForm) => Promise<unknown>,
) {
  const { region } = useAccount().identity;
  const { phone } = defaultValues;
  // The phone rules are large, so they load at the first validation.
  const resolver = useMemo(
    (): Resolver<MemberForm> => async (values, context, options) => {
      const parse = await loadPhoneParser().catch(() => null);
      const rules = memberFormSchema(parse, region, phone);
      return formResolver<MemberForm, MemberForm>(rules)(values, context, options);
    },
    [region, phone],
  );
  const form = useForm<MemberForm>({ resolver, defaultValues, shouldFocusError: false });
  return { form, submit: submitHandler(form, (values) => save(values)), region };
}
