import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { FieldValues, Resolver } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { createContactForm } from '#src/features/checkout/contact-screen.tsx';
import { formResolver } from '#src/ui/fields/form-resolver.ts';
import { emptyMember, memberFormSchema } from '#src/features/team/member-fields.tsx';
import { readSourceTree } from '#test/setup/source-tree.ts';

/** Returns the names of the invalid fields, validated as in a form, which reports only the first problem of each. */
async function wrongFields<Values extends FieldValues>(
  resolver: Resolver<Values, unknown, unknown>,
  values: Values,
): Promise<string[]> {
  const fields = {};
  const resolverOptions = {
    fields,
    shouldUseNativeValidation: false,
    criteriaMode: 'firstError',
  } as const;
  const { errors } = await resolver(values, undefined, resolverOptions);
  return Object.keys(errors).toSorted();
}

const contact = {
  name: 'Anna',
  surname: 'Nowak',
  phone_region: 'PL',
  phone_number: '600 100 200',
  email: '',
} as const;

describe('a form', () => {
  const contactOf = formResolver(createContactForm(parsePhoneNumberFromString));

  test('reports an invalid phone number even if an earlier field is invalid', async () => {
    const invalidForm = { ...contact, name: ' ', phone_number: '12 12 12', email: 'anna' };
    expect(await wrongFields(contactOf, invalidForm)).toEqual(['email', 'name', 'phone_number']);
    expect(await wrongFields(contactOf, contact)).toEqual([]);
  });

  test('for a member reports invalid name and phone number together', async () => {
    const resolver = formResolver(memberFormSchema(parsePhoneNumberFromString, 'PL', ''));
    const invalidForm = { ...emptyMember, name: 'R2', surname: 'Nowak', phone: '12 12 12' };
    expect(await wrongFields(resolver, invalidForm)).toEqual(['name', 'phone']);
  });

  test('doesn’t validate an unchanged number, or any number while its rules are missing', async () => {
    const member = { ...emptyMember, name: 'Anna', surname: 'Nowak', phone: '12' };
    const keepingResolver = formResolver(memberFormSchema(parsePhoneNumberFromString, 'PL', '12'));
    expect(await wrongFields(keepingResolver, member)).toEqual([]);
    expect(await wrongFields(formResolver(memberFormSchema(null, 'PL', '')), member)).toEqual([]);
  });

  test('is only validated and sent through its resolver', () => {
    const resolverPath = 'src/ui/fields/form-resolver.ts';
    const others = readSourceTree(['src']).filter(({ path }) => path !== resolverPath);
    const broken = others.filter(({ text }) => /valibotResolver|shouldFocusError: true/.test(text));
    expect(broken.map(({ path }) => path)).toEqual([]);
  });
});
