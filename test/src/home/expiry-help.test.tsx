import { expect, test } from 'vitest';
import { ExpiryHelp } from '#src/features/home/points-expiry.tsx';
import { renderText } from '../render-text.tsx';

test('only spending keeps points from expiring, and people without a shop get no link to it', () => {
  const [withShop, withoutShop] = [true, false].map((hasShop) =>
    renderText(<ExpiryHelp hasShop={hasShop} />),
  );
  expect(withShop).toContain('Spend them in the shop');
  expect(withoutShop).toContain('Contact support');
  expect(withoutShop).not.toContain('Spend');
  expect(`${withShop} ${withoutShop}`).not.toMatch(/close/i);
});
