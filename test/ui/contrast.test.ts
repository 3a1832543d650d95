import { describe, expect, it, test } from 'vitest';
import { brand as harbour } from '#schemas/brands/harbour.ts';
import { brand } from '#brand';
import { contrast, linearRgb } from './oklch.ts';
import { explicitDark, colour, colourNames, systemDark, themes, type ThemeName } from './tokens.ts';
import { readSourceTree } from '#test/setup/source-tree.ts';

const surfaces = ['--surface', '--surface-raised', '--surface-sunken'];
const softColours = ['--brand-soft', '--good-soft', '--warn-soft', '--bad-soft', '--info-soft'];

/** Every text colour, with its backgrounds. */
const texts: readonly (readonly [ink: string, grounds: readonly string[]])[] = [
  ['--ink', [...surfaces, '--surface-hover', ...softColours]],
  ['--ink-soft', [...surfaces, ...softColours]],
  ['--brand-strong', [...surfaces, '--brand-soft']],
  ['--good', [...surfaces, '--good-soft']],
  ['--warn', [...surfaces, '--warn-soft']],
  ['--bad', [...surfaces, '--bad-soft']],
  ['--info', [...surfaces, '--info-soft']],
  ['--brand-ink', ['--brand', '--brand-press']],
  ['--bad-ink', ['--bad-fill']],
  ['--inverse-ink', ['--inverse']],
  ['--slate-ink', ['--slate']],
  ['--gold-text', ['--gold-soft', '--surface-raised']],
  ['--dawn-ink', ['--dawn-sky', '--dawn-light']],
  ['--surface-raised', ['--ink']],
];

/** Non-text elements that must be visible: control borders, focus ring, filled controls. */
const marks: readonly (readonly [mark: string, grounds: readonly string[]])[] = [
  ['--line-strong', surfaces],
  ['--focus', [...surfaces, ...softColours]],
  ['--brand', ['--surface', '--surface-raised']],
  ['--bad-fill', ['--surface', '--surface-raised']],
];

/** WCAG 2.2: 1.4.3 (AA) for text, 1.4.6 (AAA) in sunlight, 1.4.11 for non-text elements. */
const textRatio: Record<ThemeName, number> = { light: 4.5, dark: 4.5, sunlight: 7 };
const markRatio: Record<ThemeName, number> = { light: 3, dark: 3, sunlight: 4.5 };

const names = ['light', 'dark', 'sunlight'] as const;

describe.each(names)('the %s theme', (theme) => {
  const tokens = themes[theme];

  it.each(texts)('shows text in %s readably on all its backgrounds', (ink, backgrounds) => {
    for (const background of backgrounds) {
      const ratio = contrast(colour(tokens, ink), colour(tokens, background));
      expect(ratio, `${ink} on ${background}`).toBeGreaterThanOrEqual(textRatio[theme]);
    }
  });

  it.each(marks)('shows %s distinguishably on all its backgrounds', (mark, backgrounds) => {
    for (const background of backgrounds) {
      const ratio = contrast(colour(tokens, mark), colour(tokens, background));
      expect(ratio, `${mark} on ${background}`).toBeGreaterThanOrEqual(markRatio[theme]);
    }
  });

  it('has only sRGB colours, so that the measured contrast is the visible one', () => {
    for (const name of colourNames(tokens)) {
      for (const part of linearRgb(colour(tokens, name))) {
        expect(part, `${name}`).toBeGreaterThanOrEqual(-0.02);
        expect(part, `${name}`).toBeLessThanOrEqual(1.02);
      }
    }
  });

  it('keeps its accent readable for any brand hue at a chroma that every hue has', () => {
    for (let hue = 0; hue < 360; hue += 10) {
      const overrides = { '--brand-hue': String(hue), '--brand-chroma': '0.1' };
      const ratio = contrast(
        colour(tokens, '--brand-ink', overrides),
        colour(tokens, '--brand', overrides),
      );
      expect(ratio, `hue ${hue}`).toBeGreaterThanOrEqual(textRatio[theme]);
    }
  });

  it('measures every text colour and background', () => {
    const measuredColours = new Set(
      [...texts, ...marks].flatMap(([ink, backgrounds]) => [ink, ...backgrounds]),
    );
    // Exempt: dividers and the points symbol are decorative, and only pictures use the stage.
    const uncheckedColours = colourNames(tokens).filter((name) => !measuredColours.has(name));
    expect(uncheckedColours.toSorted()).toEqual(['--gold', '--gold-deep', '--line', '--stage']);
  });
});

test('the system’s dark preference and the chosen dark theme are the same', () => {
  expect([...systemDark]).toEqual([...explicitDark]);
});

test('the accent in the tokens is the default brand’s accent', () => {
  expect(themes.light.get('--brand-hue')).toBe(String(brand.colour.hue));
  expect(themes.light.get('--brand-chroma')).toBe(String(brand.colour.chroma));
  expect(themes.light.get('--slant')).toBe(`${brand.slant}deg`);
});

test.each([brand, harbour])(
  'the accent of $id in hex matches its accent in the light theme',
  (testedBrand) => {
    const overrides = {
      '--brand-hue': String(testedBrand.colour.hue),
      '--brand-chroma': String(testedBrand.colour.chroma),
    };
    const channels = linearRgb(colour(themes.light, '--brand', overrides)).map((part) => {
      const value = Math.min(1, Math.max(0, part));
      const encodedValue = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
      return Math.round(encodedValue * 255)
        .toString(16)
        .padStart(2, '0');
    });
    expect(`#${channels.join('')}`).toBe(testedBrand.colour.hex);
  },
);

test('no control uses a line colour as the background of its text', () => {
  const classes = readSourceTree(['src']);
  const found = classes.filter(({ text }) => /(?<![\w-])(?:[\w-]+:)+bg-line(?![\w-])/.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});
