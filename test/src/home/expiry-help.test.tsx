import { expect, test } from 'vitest';
import { ExpiryHelp } from '#src/features/home/points-expiry.tsx';
import { renderText } from '../render-text.tsx';

test('the help explains that only spending keeps points from expiring, and mentions the shop only if there is one', () => {
  const [withShop, withoutShop] = [true, false].map((hasShop) =>
    renderText(<ExpiryHelp hasShop={hasShop} />),
  );
  expect(withShop).toContain('Spend them in the shop');
  expect(withoutShop).toContain('Contact support');
  expect(withoutShop).not.toContain('Spend');
  expect(`${withShop} ${withoutShop}`).not.toMatch(/close/i);
});
