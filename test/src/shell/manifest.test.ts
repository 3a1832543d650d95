import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brand } from '#brand';
import { routes } from '#src/app/routes.ts';
import { root } from '#test/setup/source-tree.ts';
import { manifestIn } from '#tools/vite/brand-files.ts';

const manifest = manifestIn('en');

/** Width and height from a PNG header. */
function sizeOf(src: string): string {
  const file = readFileSync(join(root, 'public', src));
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

describe('the manifest', () => {
  test('has the brand’s name, and a short name of at most 12 characters', () => {
    expect(manifest).toMatchObject({ name: brand.name, short_name: brand.shortName });
    expect(brand.shortName.length).toBeLessThanOrEqual(12);
  });

  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ];
  test.each(pictures)('$src exists in the declared size', ({ src, sizes, type }) => {
    expect(sizeOf(src)).toBe(sizes);
    expect(type).toBe('image/png');
  });

  test('has every icon size twice: plain and maskable', () => {
    const sizesFor = (purpose: string) =>
      manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
    expect(sizesFor('any')).toEqual(sizesFor('maskable'));
    for (const requiredSize of ['192x192', '512x512'])
      expect(sizesFor('any')).toContain(requiredSize);
  });

  test('has shortcuts to scanning and to unsent work, both existing screens', () => {
    const routePaths = routes.map(({ path }) => path);
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/scan', '/scan/offline']);
    for (const { url } of manifest.shortcuts) expect(routePaths).toContain(url);
    expect(routePaths).toContain(manifest.start_url);
  });

  test('is in Polish on Polish hosts', () => {
    const polish = manifestIn('pl');
    expect(polish).toMatchObject({ lang: 'pl', name: brand.name });
    expect(polish.shortcuts.map(({ name }) => name)).toEqual(['Skanuj', 'Niewysłane']);
    expect({ ...polish, shortcuts: [], screenshots: [], description: '', lang: 'en' }).toEqual({
      ...manifest,
      shortcuts: [],
      screenshots: [],
      description: '',
    });
  });

  test('has screenshots of a phone and a desktop', () => {
    const forms = manifest.screenshots.map(({ form_factor }) => form_factor);
    expect(new Set(forms)).toEqual(new Set(['narrow', 'wide']));
  });
});
