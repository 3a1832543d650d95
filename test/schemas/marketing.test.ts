import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import {
  fixedLink,
  type MaterialProblem,
  findMaterialProblems,
  needsContact,
  needsDescription,
  requiredServices,
  withDerivedFields,
} from '#schemas/marketing.ts';
import {
  materialFields,
  type MaterialText,
  materialTexts,
  textLimits,
} from '#schemas/marketing-fields.ts';
import { preprintedRegions, preprintedRegionOf } from '#schemas/marketing-languages.ts';
import { hasMatchingMaterial, type MarketingMaterial } from '#schemas/marketing-material.ts';
import { coverCount, serviceIcons } from '#schemas/marketing-pictures.ts';
import { type CustomInput, customInput } from '#schemas/order.ts';
import { regionCodes } from '#schemas/regions.ts';
import { pictureCalls } from '#schemas/api/picture-calls.ts';
import { materialTitle, completeInput, materials } from './complete-material.ts';

const region = fc.constantFrom(...regionCodes);
const material = fc.constantFrom(...materials);
const line = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ''));
/** Any input that the contract accepts, for any material. */
const anyInput: fc.Arbitrary<CustomInput> = fc
  .record(
    {
      ...Object.fromEntries(materialTexts.map((name) => [name, fc.option(line, { nil: '' })])),
      services: fc.array(
        fc.record({ text: line, icon: fc.constantFrom(...serviceIcons, 'unicorn') }),
        { maxLength: 6 },
      ),
      coverImage: fc.integer({ min: 0, max: 20 }),
      language: fc.constantFrom(...preprintedRegions),
    },
    { requiredKeys: [] },
  )
  .map((input) => input as CustomInput);

const problemsOf = (material: MarketingMaterial, input: CustomInput, region: 'PL' | 'CZ' = 'PL') =>
  findMaterialProblems(material, input, { region });
const codes = (problems: readonly MaterialProblem[]) =>
  problems.map(({ code, field }) => `${code} ${field}`);
const omit = (input: CustomInput, ...names: (keyof CustomInput)[]): CustomInput =>
  Object.fromEntries(
    Object.entries(input).filter(([name]) => !names.some((omittedName) => omittedName === name)),
  );

test('the limits match the specification (spec 2 §2, §5)', () => {
  const counts = materials.map((material) => [
    materialTitle(material),
    requiredServices(material),
    coverCount(material.type, material.subtype),
    needsContact(material),
    needsDescription(material),
  ]);
  expect(counts).toEqual([
    ['banner', 0, 6, true, false],
    ['horizontal_card', 4, 0, true, false],
    ['vertical_card', 5, 0, true, false],
    ['sticker', 0, 0, true, false],
    ['billboard', 0, 5, true, false],
    ['flyer services', 6, 7, true, true],
    ['flyer electric', 0, 3, false, true],
    ['flyer replacement', 0, 5, false, true],
    ['flyer dsp', 0, 1, false, true],
  ]);
  expect([textLimits.shortDescription, textLimits.longDescription]).toEqual([80, 100]);
  expect(preprintedRegions).toEqual(['pl', 'hu', 'ro', 'hr', 'si', 'bg']);
});

describe.each(materials.map((material) => [materialTitle(material), material] as const))(
  'a %s',
  (_name, material) => {
    const complete = completeInput(material);

    test('can be made with the required fields', () => {
      expect(problemsOf(material, complete)).toEqual([]);
      expect(v.is(customInput, complete)).toBe(true);
    });

    test('needs every required text, and added texts can’t be empty', () => {
      for (const { name, group } of materialFields(material.type)) {
        const code = group === 'required' ? 'needed' : 'empty';
        expect(codes(problemsOf(material, { ...complete, [name]: '  ' }))).toContain(
          `${code} ${name}`,
        );
      }
      for (const { name } of materialFields(material.type).filter(
        ({ group }) => group === 'required',
      )) {
        expect(codes(problemsOf(material, omit(complete, name)))).toEqual([`needed ${name}`]);
      }
    });

    test('needs a phone number or an email address if it asks homeowners to contact the company', () => {
      const contactless = omit(complete, 'phone');
      expect(codes(problemsOf(material, contactless))).toEqual(
        needsContact(material) ? ['contact_needed phone'] : [],
      );
      expect(problemsOf(material, { ...contactless, email: 'anna@example.com' })).toEqual([]);
      expect(codes(problemsOf(material, { ...contactless, email: 'anna' }))).toContain(
        'no_email email',
      );
    });

    test.each(['call me', '\u200b', '112', '-', 'anna@example.com'])(
      'doesn’t accept “%s” as a phone number',
      (phone) => {
        const errors = codes(problemsOf(material, v.parse(customInput, { ...complete, phone })));
        expect(errors).toContain(phone === '\u200b' ? 'empty phone' : 'no_phone phone');
      },
    );

    test.each(['tel. 22/123 45 67', '601-234-567 / 602-345-678', '+49 30 1234567, App. 12'])(
      'prints the phone number “%s” as written',
      (phone) => expect(problemsOf(material, { ...complete, phone })).toEqual([]),
    );

    test('has as many services as lines, each with an existing picture', () => {
      const { services = [] } = complete;
      const count = requiredServices(material);
      const problemsWith = (changed: CustomInput['services']) =>
        codes(
          problemsOf(material, {
            ...omit(complete, 'services'),
            ...(changed && { services: changed }),
          }),
        );
      const service = { text: 'One more', icon: 'roof_window' };
      const expectedCode = count === 0 ? 'not_applicable services' : 'services_count services';
      expect(problemsWith([...services, service])).toEqual([expectedCode]);
      expect(problemsWith(services.slice(1))).toEqual([expectedCode]);
      expect(problemsWith(undefined)).toEqual(count === 0 ? [] : [expectedCode]);
      const unicorn = services.map(({ text }) => ({ text, icon: 'unicorn' }));
      expect(problemsWith(unicorn)).toEqual([count === 0 ? expectedCode : 'unknown_icon services']);
    });

    test('accepts only its own covers, and no cover if it has none', () => {
      const count = coverCount(material.type, material.subtype);
      const covers = Array.from({ length: count }, (_, coverImage) => ({
        ...complete,
        coverImage,
      }));
      expect(covers.flatMap((input) => problemsOf(material, input))).toEqual([]);
      const code = count === 0 ? 'not_applicable' : 'unknown_cover';
      expect(codes(problemsOf(material, { ...complete, coverImage: count }))).toEqual([
        `${code} coverImage`,
      ]);
      expect(withDerivedFields(material, complete, { region: 'PL' }).coverImage).toBe(
        count > 0 ? 0 : undefined,
      );
    });

    test('accepts no field that its layout lacks', () => {
      const textNames = new Set<MaterialText>(
        materialFields(material.type).map(({ name }) => name),
      );
      const isDropped = (name: MaterialText) => material.type === 'sticker' && name === 'link';
      for (const name of materialTexts.filter((text) => !textNames.has(text) && !isDropped(text))) {
        expect(codes(problemsOf(material, { ...complete, [name]: 'x' }))).toEqual([
          `not_applicable ${name}`,
        ]);
      }
      const other = material.type === 'banner' ? 'sticker' : 'banner';
      expect(codes(problemsOf(material, { ...complete, type: other }))).toEqual([
        'not_applicable type',
      ]);
      expect(codes(problemsOf(material, { ...complete, note: 'x' }))).toEqual([
        'not_applicable note',
      ]);
    });
  },
);

test('a flyer needs one of its descriptions', () => {
  const flyer = { type: 'flyer', subtype: 'dsp' } as const;
  const minimal = omit(completeInput(flyer), 'longDescription');
  expect(codes(problemsOf(flyer, minimal))).toEqual(['description_needed shortDescription']);
  expect(problemsOf(flyer, { ...minimal, shortDescription: 'Short' })).toEqual([]);
  expect(codes(problemsOf(flyer, { ...minimal, shortDescription: 'x'.repeat(81) }))).toEqual([
    'too_long shortDescription',
  ]);
});

test('a link must open on a phone, and a language must be chosen if the country has none', () => {
  const banner = { type: 'banner', subtype: null } as const;
  const complete = completeInput(banner);
  for (const link of ['example.com', 'javascript:alert(1)', 'https://', 'https://a b.example']) {
    expect(codes(problemsOf(banner, { ...complete, link }))).toEqual(['no_link link']);
  }
  expect(problemsOf(banner, { ...complete, link: 'https://dachy.example/okna?a=1' })).toEqual([]);
  expect(codes(problemsOf(banner, complete, 'CZ'))).toEqual(['language_needed language']);
  expect(problemsOf(banner, { ...complete, language: 'pl' }, 'CZ')).toEqual([]);
});

describe('text pasted with invisible characters', () => {
  const banner = { type: 'banner', subtype: null } as const;
  const invisible = '\u200B';

  test('isn’t a phone number if it contains only invisible characters', () => {
    const minimal = { ...omit(completeInput(banner), 'phone'), phone: `${invisible}\u2060` };
    expect(codes(problemsOf(banner, minimal))).toContain('contact_needed phone');
    expect(codes(problemsOf(banner, v.parse(customInput, minimal)))).toContain(
      'contact_needed phone',
    );
    expect(v.parse(customInput, minimal).phone).toBe('');
  });

  test.each([
    [`https://dachy.example/${invisible}`, 'https://dachy.example/'],
    [`\u202Ahttps://dachy.example/okna\u202C`, 'https://dachy.example/okna'],
    ['https://dachy.example/%E2%80%8B', 'https://dachy.example/'],
    ['https://dachy.example/a%E2%80%8Bb?q=%C5%82%EF%BB%BF', 'https://dachy.example/ab?q=%C5%82'],
    ['https://dachy.example/%C5%82%20%FF', 'https://dachy.example/%C5%82%20%FF'],
  ])('becomes a clean link: %j', (typed, link) => {
    const input = v.parse(customInput, { ...completeInput(banner), link: typed });
    expect(input.link).toBe(link);
    expect(problemsOf(banner, input)).toEqual([]);
    expect(v.parse(customInput, input).link).toBe(link);
    expect(v.parse(pictureCalls.getQrCode.query, { data: typed }).data).toBe(link);
  });
});

test('a character that no font has is rejected with its field', () => {
  const banner = { type: 'banner', subtype: null } as const;
  const complete = completeInput(banner);
  for (const companyName of ['Dachy 🏠', '屋根', 'Dachy ☎']) {
    expect(codes(problemsOf(banner, { ...complete, companyName }))).toEqual([
      'unprintable companyName',
    ]);
  }
  const card = { type: 'horizontal_card', subtype: null } as const;
  const [first, ...others] = completeInput(card).services ?? [];
  const services = [{ text: 'Okna 🪟', icon: first?.icon ?? '' }, ...others];
  expect(codes(problemsOf(card, { ...completeInput(card), services }))).toEqual([
    'unprintable services',
  ]);
  for (const companyName of ['Дах і вікно', 'Στέγη', 'Çatı Şğı', 'O’Neil „Dachy” – 5 m²']) {
    expect(problemsOf(banner, { ...complete, companyName })).toEqual([]);
  }
});

test('accepted material is complete after any change', () => {
  const changed = fc
    .tuple(material, anyInput, fc.subarray(Object.keys(customInput.entries)))
    .map(([material, input, parts]) => {
      const changedEntries = Object.entries(input).filter(([part]) => parts.includes(part));
      return {
        material,
        input: { ...completeInput(material), ...Object.fromEntries(changedEntries) },
      };
    });
  let acceptedCount = 0;
  fc.assert(
    fc.property(changed, region, ({ material, input }, region) => {
      if (findMaterialProblems(material, input, { region }).length > 0) return;
      acceptedCount += 1;
      const derivedInput = withDerivedFields(material, input, { region });
      const texts = materialFields(material.type)
        .filter(({ name, group }) => group === 'required' || derivedInput[name] !== undefined)
        .map(({ name }) => derivedInput[name]?.trim() ?? '');
      expect(texts).not.toContain('');
      expect(derivedInput.services?.length ?? 0).toBe(requiredServices(material));
      expect(derivedInput.language).toBeDefined();
      expect(derivedInput.coverImage ?? 0).toBeLessThan(
        Math.max(1, coverCount(material.type, material.subtype)),
      );
      expect(
        !needsContact(material) ||
          Boolean(derivedInput.phone?.trim() || derivedInput.email?.trim()),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(acceptedCount).toBeGreaterThan(20);
});

test('complete material stays complete with any valid optional part', () => {
  const nonEmpty = fc.string({ minLength: 1, maxLength: 30 }).map((text) => `x${text.trim()}`);
  fc.assert(
    fc.property(material, nonEmpty, fc.nat(), (material, text, index) => {
      const optional = materialFields(material.type).filter(({ group }) => group === 'optional');
      const name = optional[index % optional.length]?.name ?? 'phone';
      const value =
        { phone: '601 234 567', email: 'a@example.com', link: 'https://a.example' }[String(name)] ??
        text;
      expect(problemsOf(material, { ...completeInput(material), [name]: value })).toEqual([]);
    }),
  );
});

test('filling in derived fields is idempotent, and never causes a rejection', () => {
  fc.assert(
    fc.property(material, anyInput, region, (material, input, region) => {
      const derivedInput = withDerivedFields(material, input, { region });
      expect(withDerivedFields(material, derivedInput, { region })).toEqual(derivedInput);
      const before = new Set(codes(findMaterialProblems(material, input, { region })));
      const after = codes(findMaterialProblems(material, derivedInput, { region }));
      expect(after.filter((code) => !before.has(code))).toEqual([]);
      expect(derivedInput.link).toBe(fixedLink(material, region) ?? input.link);
      expect(derivedInput.brandLogo).toBe(input.logo ? 'default' : 'recommended');
      expect(derivedInput.language).toBe(input.language ?? preprintedRegionOf(region) ?? undefined);
    }),
  );
});

test('a flyer names its subject, and no other material does', () => {
  const isValid = (material: MarketingMaterial | null) => hasMatchingMaterial('VELUXMS', material);
  expect(materials.every(isValid)).toBe(true);
  expect(isValid({ type: 'flyer', subtype: null })).toBe(false);
  expect(isValid({ type: 'banner', subtype: 'dsp' })).toBe(false);
  expect(isValid(null)).toBe(false);
  expect(hasMatchingMaterial('KROS', null)).toBe(true);
  expect(hasMatchingMaterial('KROS', { type: 'banner', subtype: null })).toBe(false);
});
