import { describe, expect, test } from 'vitest';
import { parseLabel } from '#schemas/label.ts';
import { demoSerials } from '#server/demo/serials.ts';
import { brand } from '#brand';
import { labelPage, labelText, pickEvenly } from '#tools/label-page.ts';

const serials = demoSerials();
const rules = {
  manufacturerDomain: brand.domain,
  allowedTypes: new Set(serials.map(({ type }) => type)),
  isGenericRegion: false,
};

describe('printed labels', () => {
  test('are in the registry, and have the format that the scanner reads', () => {
    const unreadable = serials.filter((serial) => {
      const label = parseLabel(labelText(serial, brand.domain), rules);
      const product = label.kind === 'label' ? label : null;
      return (
        product?.code !== serial.code ||
        product.type !== serial.type ||
        product.size !== serial.size ||
        product.variant !== serial.variant ||
        product.isGeneric
      );
    });
    expect(unreadable).toEqual([]);
  });

  test('are as many as requested, all different, and from the whole registry', () => {
    const pickedSerials = pickEvenly(serials, 24);
    expect(new Set(pickedSerials.map(({ code }) => code)).size).toBe(24);
    expect(
      serials.indexOf(pickedSerials.at(-1) ?? { code: '', type: '', size: '', variant: '' }),
    ).toBeGreaterThan(serials.length * 0.9);
    expect(pickEvenly([1, 2, 3], 10)).toEqual([1, 2, 3]);
  });

  test('are printed on a page, each with its text beside the code', async () => {
    const page = await labelPage(pickEvenly(serials, 3), brand.domain);
    expect(page.match(/<svg /g)).toHaveLength(3);
    for (const { code } of pickEvenly(serials, 3)) expect(page).toContain(code);
  });
});
