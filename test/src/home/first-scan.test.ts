import { describe, expect, it } from 'vitest';
import { allowedTypes, windowCategories } from '#schemas/product-type.ts';
import { roles } from '#schemas/roles.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { firstScan } from '#src/features/home/first-steps-list.tsx';

describe('the first scan suggested to a new company', () => {
  it.each(Object.entries(roles))('counts for the role: %s', (name, role) => {
    const { isWindow, categories, type } = firstScan(demoProductTypes, role);
    const allowed = allowedTypes(demoProductTypes, role);
    expect(isWindow).toBe(!name.startsWith('decor'));
    expect(allowed.has(type ?? '')).toBe(true);
    const all = demoProductTypes.filter((one) => allowed.has(one.type));
    expect(new Set(categories)).toEqual(new Set(all.map(({ tier_category }) => tier_category)));
  });

  it('is a window only if the role can scan one', () => {
    const blindTypes = [{ type: 'BDK', status: 'active', tier_category: 2 }] as const;
    expect(firstScan(blindTypes, roles.owner)).toEqual({
      isWindow: false,
      categories: [2],
      type: 'BDK',
    });
    expect(firstScan(blindTypes, roles.decorOwner)).toMatchObject({
      categories: [],
      type: undefined,
    });
    const internal = windowCategories.map((tier_category) => ({
      type: `GG${tier_category}`,
      status: 'internal',
      tier_category,
    })) as never;
    expect(firstScan(internal, roles.decorStaff).isWindow).toBe(false);
  });

  it('is general until the role is known', () => {
    expect(firstScan([], roles.owner).isWindow).toBe(false);
    expect(firstScan(demoProductTypes, undefined).isWindow).toBe(false);
  });
});
