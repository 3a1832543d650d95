import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { preprintedRegions } from '#schemas/marketing-languages.ts';
import {
  coverCount,
  flyerSubtypes,
  type FlyerSubtype,
  marketingTypes,
  type MarketingType,
  printSize,
  serviceIcons,
} from '#schemas/marketing-pictures.ts';
import type { CustomInput } from '#schemas/order.ts';
import { coversOf, CoverPicture } from '#src/features/marketing/covers/cover-list.tsx';
import { ServiceIcon } from '#src/features/marketing/covers/service-icon.tsx';
import { type PrintContent, printedTexts } from '#src/features/marketing/preview/content.ts';
import {
  layoutSides,
  MarketingPreview,
} from '#src/features/marketing/preview/marketing-preview.tsx';
import type { Box, Part } from '#src/features/marketing/preview/parts.ts';
import { textWidth } from '#src/features/marketing/preview/text-fit.ts';

const picture = 'data:image/png;base64,iVBORw0KGgo=';

const full: CustomInput = {
  language: 'pl',
  name: 'Anna',
  surname: 'Nowak',
  companyName: 'Dachy Nowak',
  addressLine1: 'ul. Polna 23',
  addressLine2: '30-001 Kraków',
  link: 'https://dachynowak.example/',
  phone: '+48 600 100 200',
  email: 'biuro@dachynowak.example',
  shortDescription: 'Więcej światła na poddaszu',
  longDescription: 'Montaż, wymiana i serwis okien dachowych. Z gwarancją.',
  services: serviceIcons.slice(0, 6).map((icon) => ({ text: 'Montaż okien', icon })),
};

const repeatTo = (length: number, word: string) => word.repeat(length).slice(0, length);
/** Longest texts that the schema allows, in wide letters. */
const longest = (word: string): CustomInput => ({
  language: 'hu',
  name: repeatTo(80, word),
  surname: repeatTo(80, word),
  companyName: repeatTo(160, word),
  addressLine1: repeatTo(160, word),
  addressLine2: repeatTo(160, word),
  addressLine3: repeatTo(160, word),
  link: repeatTo(300, word),
  phone: repeatTo(30, word),
  email: repeatTo(254, word),
  shortDescription: repeatTo(80, word),
  longDescription: repeatTo(100, word),
  services: serviceIcons.slice(0, 6).map((icon) => ({ text: repeatTo(60, word), icon })),
});

const inputs: Record<string, CustomInput> = {
  'as usual': full,
  empty: {},
  'the longest words': longest('Wmegszentségteleníthetetlen W '),
  'a single endless word': longest('WMWM'),
};

type Kind = readonly [MarketingType, FlyerSubtype | null];
const kinds: readonly Kind[] = marketingTypes.flatMap((type): Kind[] =>
  type === 'flyer' ? flyerSubtypes.map((subtype): Kind => [type, subtype]) : [[type, null]],
);

function contentOf([type, subtype]: Kind, input: CustomInput, hasFiles: boolean): PrintContent {
  return {
    type,
    subtype,
    input,
    texts: printedTexts(input.language),
    placeholders: {
      company: 'Nazwa firmy',
      person: 'Imię i nazwisko',
      phone: 'Telefon',
      service: 'Usługa',
    },
    qrCode: hasFiles ? picture : null,
    logoUrl: hasFiles ? picture : null,
    brandLogo: hasFiles ? 'default' : 'recommended',
  };
}

/** Boxes that must not overlap, at their rendered positions. */
function marksOf(parts: readonly Part[]): { name: string; box: Box }[] {
  return parts.flatMap((part) => {
    if (part.kind === 'polygon' || part.kind === 'rounded' || part.kind === 'cover') return [];
    if (part.kind !== 'text') return [{ name: part.kind, box: part.box }];
    const { lines, size } = part.fittedText;
    const width = Math.max(...lines.map((line) => textWidth(line, size, part.weight)));
    const height = lines.length * size * part.lineHeight;
    const x = part.align === 'end' ? part.box.x + part.box.width - width : part.box.x;
    return [{ name: lines.join(' '), box: { x, y: part.box.y, width, height } }];
  });
}

const EPSILON = 1e-6;

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width - EPSILON &&
    other.x < one.x + one.width - EPSILON &&
    one.y < other.y + other.height - EPSILON &&
    other.y < one.y + one.height - EPSILON
  );
}

describe.each(kinds)('%s %s', (...kind) => {
  const [type, subtype] = kind;
  const { width, height } = printSize(type);
  const variants = Object.entries(inputs).flatMap(([name, input]) =>
    [true, false].map((hasFiles) => ({
      name,
      sent: hasFiles,
      sides: layoutSides(contentOf(kind, input, hasFiles)),
    })),
  );

  test.each(variants)('$name, files sent: $sent: all parts are within the edges', ({ sides }) => {
    const edge = Math.min(width, height) * 0.05;
    const outOfBounds = sides
      .flatMap(({ parts }) => marksOf(parts))
      .filter(
        ({ box }) =>
          box.x < edge - EPSILON ||
          box.y < edge - EPSILON ||
          box.x + box.width > width - edge + EPSILON ||
          box.y + box.height > height - edge + EPSILON,
      );
    expect(outOfBounds).toEqual([]);
  });

  test.each(variants)('$name, files sent: $sent: no parts overlap', ({ sides }) => {
    const overlapping = sides.flatMap(({ parts }) => {
      const marks = marksOf(parts);
      return marks.flatMap((one, index) =>
        marks
          .slice(index + 1)
          .filter((other) => overlap(one.box, other.box))
          .map((other) => [one, other]),
      );
    });
    expect(overlapping).toEqual([]);
  });

  test('is drawn with each of its covers, and has a description of the cover', () => {
    const covers = Array.from(
      { length: Math.max(1, coverCount(type, subtype)) },
      (_, index) => index,
    );
    for (const coverImage of covers) {
      for (const input of Object.values(inputs)) {
        const html = draw({ type, subtype, input: { ...input, coverImage } });
        expect(html).toMatch(new RegExp(`viewBox="0 0 ${width} ${height}"`));
        expect(html).toMatch(/role="img" aria-label="Preview/);
        expect(html).not.toContain('NaN');
        expect(html).not.toContain(' style=');
      }
    }
    expect(draw({ type, subtype, input: full })).toMatch(/aria-label="[^"]*Dachy Nowak/);
  });
});

function draw(material: { type: MarketingType; subtype: FlyerSubtype | null; input: CustomInput }) {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <MarketingPreview {...material} qrCode={picture} logoUrl={null} brandLogo="recommended" />
    </I18nProvider>,
  );
}

test('there are as many covers as options, all different', () => {
  const drawings = kinds.flatMap(([type, subtype]) => {
    expect(coversOf(type, subtype)).toHaveLength(coverCount(type, subtype));
    return coversOf(type, subtype).map((_, position) =>
      renderToStaticMarkup(<CoverPicture type={type} subtype={subtype} position={position} />),
    );
  });
  expect(drawings).toHaveLength(27);
  expect(new Set(drawings).size).toBe(27);
});

test('every icon is drawn, and an unknown id draws no icon', () => {
  const drawings = serviceIcons.map((id) => renderToStaticMarkup(<ServiceIcon id={id} />));
  expect(new Set(drawings).size).toBe(serviceIcons.length);
  expect(renderToStaticMarkup(<ServiceIcon id="toString" />)).toBe('');
});

test.each(preprintedRegions)('material in %s differs from other languages', (language) => {
  const others = preprintedRegions.filter((other) => other !== language);
  for (const other of others) {
    expect(printedTexts(language).recommended).not.toBe(printedTexts(other).recommended);
  }
});

test('material without a language uses one in which it can be ordered', () => {
  const allTexts = preprintedRegions.map((language) => printedTexts(language));
  expect(allTexts).toContain(printedTexts());
});
