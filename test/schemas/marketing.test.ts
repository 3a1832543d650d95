import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import {
  fixedLink,
  languageOf,
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
import { marketingLanguages } from '#schemas/marketing-languages.ts';
import { isValidMaterial, type MarketingMaterial } from '#schemas/marketing-material.ts';
import { coverCount, serviceIcons } from '#schemas/marketing-pictures.ts';
import { type CustomInput, customInput } from '#schemas/order.ts';
import { regionCodes } from '#schemas/regions.ts';
import { pictureCalls } from '#schemas/api/picture-calls.ts';
import { materialTitle, completeInput, materials } from './complete-material.ts';

const region = fc.constantFrom(...regionCodes);
const material = fc.constantFrom(...materials);
const line = fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ''));
/** Any input that the contract accepts, for any material. */
const anything: fc.Arbitrary<CustomInput> = fc
  .record(
    {
      ...Object.fromEntries(materialTexts.map((name) => [name, fc.option(line, { nil: '' })])),
      services: fc.array(
        fc.record({ text: line, icon: fc.constantFrom(...serviceIcons, 'unicorn') }),
        { maxLength: 6 },
      ),
      coverImage: fc.integer({ min: 0, max: 20 }),
      language: fc.constantFrom(...marketingLanguages),
    },
    { requiredKeys: [] },
  )
  .map((input) => input as CustomInput);

const of = (one: MarketingMaterial, input: CustomInput, where: 'PL' | 'CZ' = 'PL') =>
  findMaterialProblems(one, input, { region: where });
const codes = (problems: readonly MaterialProblem[]) =>
  problems.map(({ code, field }) => `${code} ${field}`);
const without = (input: CustomInput, ...names: (keyof CustomInput)[]): CustomInput =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.some((one) => one === name)));

test('the limits match the specification (spec 2 §2, §5)', () => {
  const counts = materials.map((one) => [
    materialTitle(one),
    requiredServices(one),
    coverCount(one.type, one.subtype),
    needsContact(one),
    needsDescription(one),
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
  expect(marketingLanguages).toEqual(['pl', 'hu', 'ro', 'hr', 'si', 'bg']);
});

describe.each(materials.map((one) => [materialTitle(one), one] as const))('a %s', (_name, one) => {
  const whole = completeInput(one);

  test('can be made with the required fields', () => {
    expect(of(one, whole)).toEqual([]);
    expect(v.is(customInput, whole)).toBe(true);
  });

  test('needs every required text, and added texts can’t be empty', () => {
    for (const { name, group } of materialFields(one.type)) {
      const code = group === 'required' ? 'needed' : 'empty';
      expect(codes(of(one, { ...whole, [name]: '  ' }))).toContain(`${code} ${name}`);
    }
    for (const { name } of materialFields(one.type).filter(({ group }) => group === 'required')) {
      expect(codes(of(one, without(whole, name)))).toEqual([`needed ${name}`]);
    }
  });

  test('needs a phone number or an e-mail address if it invites an answer', () => {
    const contactless = without(whole, 'phone');
    expect(codes(of(one, contactless))).toEqual(needsContact(one) ? ['contact_needed phone'] : []);
    expect(of(one, { ...contactless, email: 'anna@example.com' })).toEqual([]);
    expect(codes(of(one, { ...contactless, email: 'anna' }))).toContain('no_email email');
  });

  test.each(['call me', '\u200b', '112', '-', 'anna@example.com'])(
    'doesn’t accept “%s” as a phone number',
    (phone) => {
      const found = codes(of(one, v.parse(customInput, { ...whole, phone })));
      expect(found).toContain(phone === '\u200b' ? 'empty phone' : 'no_phone phone');
    },
  );

  test.each(['tel. 22/123 45 67', '601-234-567 / 602-345-678', '+49 30 1234567, App. 12'])(
    'prints the phone number “%s” as written',
    (phone) => expect(of(one, { ...whole, phone })).toEqual([]),
  );

  test('has as many services as lines, each with an existing picture', () => {
    const { services = [] } = whole;
    const count = requiredServices(one);
    const problemsWith = (changed: CustomInput['services']) =>
      codes(of(one, { ...without(whole, 'services'), ...(changed && { services: changed }) }));
    const service = { text: 'One more', icon: 'roof_window' };
    const wrong = count === 0 ? 'not_applicable services' : 'services_count services';
    expect(problemsWith([...services, service])).toEqual([wrong]);
    expect(problemsWith(services.slice(1))).toEqual([wrong]);
    expect(problemsWith(undefined)).toEqual(count === 0 ? [] : [wrong]);
    const unicorn = services.map(({ text }) => ({ text, icon: 'unicorn' }));
    expect(problemsWith(unicorn)).toEqual([count === 0 ? wrong : 'unknown_icon services']);
  });

  test('has its own cover, or none', () => {
    const count = coverCount(one.type, one.subtype);
    const covers = Array.from({ length: count }, (_, coverImage) => ({ ...whole, coverImage }));
    expect(covers.flatMap((input) => of(one, input))).toEqual([]);
    const code = count === 0 ? 'not_applicable' : 'unknown_cover';
    expect(codes(of(one, { ...whole, coverImage: count }))).toEqual([`${code} coverImage`]);
    expect(withDerivedFields(one, whole, { region: 'PL' }).coverImage).toBe(
      count > 0 ? 0 : undefined,
    );
  });

  test('accepts no field that its layout lacks', () => {
    const known = new Set<MaterialText>(materialFields(one.type).map(({ name }) => name));
    const isDropped = (name: MaterialText) => one.type === 'sticker' && name === 'link';
    for (const name of materialTexts.filter((text) => !known.has(text) && !isDropped(text))) {
      expect(codes(of(one, { ...whole, [name]: 'x' }))).toEqual([`not_applicable ${name}`]);
    }
    const other = one.type === 'banner' ? 'sticker' : 'banner';
    expect(codes(of(one, { ...whole, type: other }))).toEqual(['not_applicable type']);
    expect(codes(of(one, { ...whole, note: 'x' }))).toEqual(['not_applicable note']);
  });
});

test('a flyer needs one of its descriptions', () => {
  const flyer = { type: 'flyer', subtype: 'dsp' } as const;
  const bare = without(completeInput(flyer), 'longDescription');
  expect(codes(of(flyer, bare))).toEqual(['description_needed shortDescription']);
  expect(of(flyer, { ...bare, shortDescription: 'Short' })).toEqual([]);
  expect(codes(of(flyer, { ...bare, shortDescription: 'x'.repeat(81) }))).toEqual([
    'too_long shortDescription',
  ]);
});

test('a link must open on a phone, and the language is chosen if the country has none', () => {
  const banner = { type: 'banner', subtype: null } as const;
  const whole = completeInput(banner);
  for (const link of ['example.com', 'javascript:alert(1)', 'https://', 'https://a b.example']) {
    expect(codes(of(banner, { ...whole, link }))).toEqual(['no_link link']);
  }
  expect(of(banner, { ...whole, link: 'https://dachy.example/okna?a=1' })).toEqual([]);
  expect(codes(of(banner, whole, 'CZ'))).toEqual(['language_needed language']);
  expect(of(banner, { ...whole, language: 'pl' }, 'CZ')).toEqual([]);
});

describe('text pasted with invisible characters', () => {
  const banner = { type: 'banner', subtype: null } as const;
  const mark = '\u200B';

  test('is no contact if nothing is left of it', () => {
    const bare = { ...without(completeInput(banner), 'phone'), phone: `${mark}\u2060` };
    expect(codes(of(banner, bare))).toContain('contact_needed phone');
    expect(codes(of(banner, v.parse(customInput, bare)))).toContain('contact_needed phone');
    expect(v.parse(customInput, bare).phone).toBe('');
  });

  test.each([
    [`https://dachy.example/${mark}`, 'https://dachy.example/'],
    [`\u202Ahttps://dachy.example/okna\u202C`, 'https://dachy.example/okna'],
    ['https://dachy.example/%E2%80%8B', 'https://dachy.example/'],
    ['https://dachy.example/a%E2%80%8Bb?q=%C5%82%EF%BB%BF', 'https://dachy.example/ab?q=%C5%82'],
    ['https://dachy.example/%C5%82%20%FF', 'https://dachy.example/%C5%82%20%FF'],
  ])('becomes a clean link: %j', (typed, link) => {
    const input = v.parse(customInput, { ...completeInput(banner), link: typed });
    expect(input.link).toBe(link);
    expect(of(banner, input)).toEqual([]);
    expect(v.parse(customInput, input).link).toBe(link);
    expect(v.parse(pictureCalls.getQrCode.query, { data: typed }).data).toBe(link);
  });
});

test('a character that no font has is rejected with its field', () => {
  const banner = { type: 'banner', subtype: null } as const;
  const whole = completeInput(banner);
  for (const companyName of ['Dachy 🏠', '屋根', 'Dachy ☎']) {
    expect(codes(of(banner, { ...whole, companyName }))).toEqual(['unprintable companyName']);
  }
  const card = { type: 'horizontal_card', subtype: null } as const;
  const [first, ...others] = completeInput(card).services ?? [];
  const services = [{ text: 'Okna 🪟', icon: first?.icon ?? '' }, ...others];
  expect(codes(of(card, { ...completeInput(card), services }))).toEqual(['unprintable services']);
  for (const companyName of ['Дах і вікно', 'Στέγη', 'Çatı Şğı', 'O’Neil „Dachy” – 5 m²']) {
    expect(of(banner, { ...whole, companyName })).toEqual([]);
  }
});

test('accepted material has everything that is needed, whatever is changed', () => {
  const changed = fc
    .tuple(material, anything, fc.subarray(Object.keys(customInput.entries)))
    .map(([one, input, parts]) => {
      const own = Object.entries(input).filter(([part]) => parts.includes(part));
      return { one, input: { ...completeInput(one), ...Object.fromEntries(own) } };
    });
  let taken = 0;
  fc.assert(
    fc.property(changed, region, ({ one, input }, where) => {
      if (findMaterialProblems(one, input, { region: where }).length > 0) return;
      taken += 1;
      const settled = withDerivedFields(one, input, { region: where });
      const texts = materialFields(one.type)
        .filter(({ name, group }) => group === 'required' || settled[name] !== undefined)
        .map(({ name }) => settled[name]?.trim() ?? '');
      expect(texts).not.toContain('');
      expect(settled.services?.length ?? 0).toBe(requiredServices(one));
      expect(settled.language).toBeDefined();
      expect(settled.coverImage ?? 0).toBeLessThan(Math.max(1, coverCount(one.type, one.subtype)));
      expect(!needsContact(one) || Boolean(settled.phone?.trim() || settled.email?.trim())).toBe(
        true,
      );
    }),
    { numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(20);
});

test('complete material stays complete with any valid optional part', () => {
  const filled = fc.string({ minLength: 1, maxLength: 30 }).map((text) => `x${text.trim()}`);
  fc.assert(
    fc.property(material, filled, fc.nat(), (one, text, at) => {
      const optional = materialFields(one.type).filter(({ group }) => group === 'optional');
      const name = optional[at % optional.length]?.name ?? 'phone';
      const right =
        { phone: '601 234 567', email: 'a@example.com', link: 'https://a.example' }[String(name)] ??
        text;
      expect(of(one, { ...completeInput(one), [name]: right })).toEqual([]);
    }),
  );
});

test('filling in derived fields is idempotent, and never causes a rejection', () => {
  fc.assert(
    fc.property(material, anything, region, (one, input, where) => {
      const settled = withDerivedFields(one, input, { region: where });
      expect(withDerivedFields(one, settled, { region: where })).toEqual(settled);
      const before = new Set(codes(findMaterialProblems(one, input, { region: where })));
      const after = codes(findMaterialProblems(one, settled, { region: where }));
      expect(after.filter((code) => !before.has(code))).toEqual([]);
      expect(settled.link).toBe(fixedLink(one, where) ?? input.link);
      expect(settled.brandLogo).toBe(input.logo ? 'default' : 'recommended');
      expect(settled.language).toBe(input.language ?? languageOf(where) ?? undefined);
    }),
  );
});

test('a flyer names its subject, and no other material does', () => {
  expect(materials.every(isValidMaterial)).toBe(true);
  expect(isValidMaterial({ type: 'flyer', subtype: null })).toBe(false);
  expect(isValidMaterial({ type: 'banner', subtype: 'dsp' })).toBe(false);
});
