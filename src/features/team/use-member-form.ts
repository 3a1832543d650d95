import { useMemo } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useAccount } from '#src/data/account/account-context.tsx';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { formResolver, submitHandler } from '#src/features/_shared/editing/form-resolver.ts';
import { type MemberForm, memberFormSchema } from './member-form.ts';

/**
 * A form about a member.
 * @param save is given what is right
 */
export function useMemberForm(
  defaultValues: MemberForm,
  save: (values: MemberForm) => Promise<unknown>,
) {
  const { region } = useAccount().identity;
  const { phone } = defaultValues;
  // The rules of phone numbers are large, so they come when the form is judged first.
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
