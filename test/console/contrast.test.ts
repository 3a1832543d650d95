import { describe, expect, test } from 'vitest';
import { readSourceTree } from '#test/setup/source-tree.ts';
import { contrast } from '#test/ui/oklch.ts';
import { colour, colourNames, themes } from '#test/ui/tokens.ts';

/** WCAG 2.2: 1.4.3 for text; 1.4.6 in high contrast. */
const minRatio = { light: 4.5, dark: 4.5, sunlight: 7 };
const names = ['light', 'dark', 'sunlight'] as const;

/** Backgrounds of lists, panels, cards, hovered rows and chips, on which text without its own background appears. */
const grounds = ['--surface', '--surface-raised', '--surface-sunken'];

const tokens = new Set(colourNames(themes.dark));
/** The colour of initials, whose background is a picture: test/ui/contrast.test.ts checks both colours. */
tokens.delete('--dawn-ink');

interface ColourClass {
  /** State, such as `aria-pressed:`; empty for the normal one. */
  readonly variant: string;
  readonly token: string;
}

const coloursOf = (classes: string, kind: 'bg' | 'text'): ColourClass[] =>
  [
    ...classes.matchAll(
      new RegExp(`(?<![\\w:[\\]-])((?:[\\w[\\]-]+:)*)${kind}-([a-z-]+)!?(?=\\s|$)`, 'g'),
    ),
  ]
    .map(([, variant = '', name = '']) => ({ variant, token: `--${name}` }))
    .filter(({ token }) => tokens.has(token));

/** Every pair of text and background that the console's classes combine. */
const pairs = readSourceTree(['console'])
  .flatMap(({ text }) => [...text.matchAll(/(['"`])((?:(?!\1)[^\n])*)\1/g)])
  .flatMap(([, , classes = '']) => {
    const [texts, backgrounds] = [coloursOf(classes, 'text'), coloursOf(classes, 'bg')];
    const colourFor = (colours: readonly ColourClass[], variant: string) =>
      colours.find((each) => each.variant === variant) ??
      colours.find((each) => each.variant === '');
    return texts
      .flatMap(({ variant, token }) => {
        const ownBackground = colourFor(backgrounds, variant)?.token;
        return (ownBackground === undefined ? grounds : [ownBackground]).map(
          (ground) => `${token} on ${ground}`,
        );
      })
      .concat(
        backgrounds.map(
          ({ variant, token }) => `${colourFor(texts, variant)?.token ?? '--ink'} on ${token}`,
        ),
      );
  });

/** Backgrounds without text: placeholders of a list that is being loaded, and pictures. */
const withoutText = new Set(['--line', '--stage', '--info']);

describe.each(names)('the console in the %s theme', (theme) => {
  const checkedPairs = [...new Set(pairs)]
    .map((pair) => pair.split(' on '))
    .filter(([, ground = '']) => !withoutText.has(ground));

  test.each(checkedPairs)('shows %s readably on %s', (ink = '', ground = '') => {
    const ratio = contrast(colour(themes[theme], ink), colour(themes[theme], ground));
    expect(ratio).toBeGreaterThanOrEqual(minRatio[theme]);
  });

  test('has no dimmed text, whose contrast would be lower than its tokens’', () => {
    expect(checkedPairs.length).toBeGreaterThan(15);
    const dimmedFiles = readSourceTree(['console']).filter(({ text }) =>
      // A list that is being replaced may be dimmed.
      /(?<![\w-])(?:text-[a-z-]+\/\d|opacity-[1-9])/.test(
        text.replace(/isOutdated && 'opacity-60'/, ''),
      ),
    );
    expect(dimmedFiles.map(({ path }) => path)).toEqual([]);
  });
});
