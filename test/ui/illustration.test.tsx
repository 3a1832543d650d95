import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { illustrationNames, IllustrationShapes } from '#src/ui/media/illustration/drawings.tsx';
import { ink } from '#src/ui/media/illustration/shapes.tsx';

const css = readFileSync(new URL('../../src/styles/pictures.css', import.meta.url), 'utf8');

describe.each(illustrationNames)('the illustration %s', (name) => {
  const svg = renderToStaticMarkup(<IllustrationShapes name={name} />);

  it('is smaller than 3 kB', () => {
    expect(svg.length).toBeLessThan(3000);
  });

  it('uses only colours of the theme', () => {
    const colours = [...svg.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour);
    expect(
      colours.filter((colour) => colour !== 'none' && !colour?.startsWith('var(--ill-')),
    ).toEqual([]);
  });

  it('has a clay or gold highlight', () => {
    expect(svg.includes(ink.clay) || svg.includes(ink.gold)).toBe(true);
  });
});

test('every theme defines all colours of the illustrations', () => {
  const themes = css.split('}').filter((rule) => rule.includes('--ill-sky:'));
  expect(themes).toHaveLength(4);
  for (const rule of themes) {
    for (const colour of Object.values(ink)) expect(rule).toContain(`${colour.slice(4, -1)}:`);
  }
});
