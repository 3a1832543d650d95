import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMaterialProblems } from '#schemas/marketing.ts';
import { MAX_ORDER_FILE_BYTES, orderFileTypes } from '#schemas/order-submission.ts';
import { validateLogo } from '#src/features/marketing/logo-field.tsx';
import { toOrderInput, findMaterial, newDraft } from '#src/features/marketing/material-draft.ts';
import { type MaterialForm, reduceForm } from '#src/features/marketing/material-form.ts';
import { materialTitle, materials } from '#test/schemas/complete-material.ts';

const flyer = { type: 'flyer', subtype: 'services' } as const;
const signedOutViewer = { self: undefined, region: 'PL' } as const;
const startedForm: MaterialForm = { draft: newDraft(flyer, signedOutViewer), errors: [] };

test.each(materials.map((material) => [materialTitle(material), material] as const))(
  'a new %s starts with its required fields and no others',
  (_name, material) => {
    const problems = findMaterialProblems(
      material,
      toOrderInput(newDraft(material, signedOutViewer), material),
      signedOutViewer,
    );
    expect(
      problems.filter(({ code }) => /not_applicable|unknown|too_long|language/.test(code)),
    ).toEqual([]);
  },
);

describe('the form', () => {
  test('clears a field’s errors once the field is changed, and the errors of a pair of fields once either is changed', () => {
    const errors = [
      { code: 'contact_needed', field: 'phone' },
      { code: 'services_count', field: 'services' },
    ] as const;
    const withErrors = reduceForm(startedForm, { type: 'set_errors', errors });
    const editedForm = reduceForm(withErrors, {
      type: 'set_values',
      values: { email: 'a@example.com' },
    });
    expect(editedForm.errors).toEqual([errors[1]]);
    expect(reduceForm(editedForm, { type: 'set_services', services: [] }).errors).toEqual([]);
    expect(reduceForm(withErrors, { type: 'clear_errors' }).errors).toEqual([]);
  });

  test('contains an attribute after it was added, and not after it was removed', () => {
    const addedForm = reduceForm(startedForm, { type: 'set_values', values: { link: '' } });
    expect(toOrderInput(addedForm.draft, flyer)).toHaveProperty('link', '');
    const removedForm = reduceForm(addedForm, { type: 'remove_attribute', name: 'link' });
    expect(toOrderInput(removedForm.draft, flyer)).not.toHaveProperty('link');
  });

  test('shows either the manufacturer’s mark or the logo', () => {
    const logo = { uuid: '0199a1b2-0000-7000-8000-000000000001', name: 'a.svg' };
    const withLogo = reduceForm(startedForm, { type: 'set_logo', logo });
    expect(toOrderInput(withLogo.draft, flyer).logo).toEqual(logo);
    expect(
      toOrderInput(reduceForm(withLogo, { type: 'set_logo', logo: null }).draft, flyer),
    ).not.toHaveProperty('logo');
  });

  test('starts another flyer with its first cover, and keeps the entries', () => {
    const withPosition = reduceForm(startedForm, { type: 'set_image_position', position: 6 });
    const enteredForm = reduceForm(withPosition, {
      type: 'set_values',
      values: { companyName: 'Dachy' },
    });
    const { draft } = reduceForm(enteredForm, { type: 'set_subtype', subtype: 'dsp' });
    expect(draft).toMatchObject({
      subtype: 'dsp',
      coverImage: 0,
      values: { companyName: 'Dachy' },
    });
    expect(findMaterial('flyer', 'dsp', [flyer])).toEqual(flyer);
  });
});

describe('a logo', () => {
  test('of a specified type can have up to ten million bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderFileTypes), fc.nat(20_000_000), (type, size) => {
        const { ok } = validateLogo({ name: 'logo', type, size });
        expect(ok).toBe(size > 0 && size <= MAX_ORDER_FILE_BYTES);
      }),
    );
  });

  test.each([
    ['drawing.AI', '', 'application/illustrator'],
    ['logo.eps', 'application/octet-stream', 'application/eps'],
    ['logo.psd', '', 'image/vnd.adobe.photoshop'],
    ['a.tiff', '', 'image/tiff'],
    ['a.gif', 'image/gif', undefined],
    ['logo', '', undefined],
    ['png', '', undefined],
  ])('%s of type "%s" is %s', (name, type, mediaType) => {
    const result = validateLogo({ name, type, size: 1 });
    expect(result.ok ? result.mediaType : undefined).toBe(mediaType);
  });
});
