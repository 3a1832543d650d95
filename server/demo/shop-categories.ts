import type { TranslatedText } from '#schemas/primitives.ts';
import { translateAll } from './texts.ts';

/** Shop categories in display order, with the description shared by their products. */
export const demoCategories = {
  tools: {
    name: translateAll('Tools'),
    text: translateAll(
      '<p>Made for work on the roof: light in the hand, and tough enough to survive a fall.</p><ul><li>Two-year warranty</li><li>Delivered within <strong>5 working days</strong></li></ul>',
    ),
  },
  workwear: {
    name: translateAll('Workwear'),
    text: translateAll(
      '<p>Keeps wind and rain out, and lets you move.</p><ul><li>Washable at 40 °C</li><li>Reflective front and back</li></ul>',
    ),
  },
  roof: {
    name: translateAll('For the roof'),
    text: translateAll(
      '<p>Everything that goes with a window, from the manufacturer.</p><p>Fits all current types.</p>',
    ),
  },
  vouchers: {
    name: translateAll('Vouchers'),
    text: translateAll(
      '<p>You get a number to pay with. Nothing is sent by post.</p><ol><li>Order</li><li>Find the number in your order</li><li>Show it when you pay</li></ol>',
    ),
  },
  marketing: {
    name: translateAll('Made for your company'),
    text: translateAll(
      '<p>Printed with your company’s name and logo. We send you a draft first.</p>',
    ),
  },
  gifts: {
    name: translateAll('Gifts'),
    text: translateAll('<p>Something for the break, or for a customer.</p>'),
  },
} as const satisfies Record<string, { name: TranslatedText; text: TranslatedText }>;
export type DemoCategory = keyof typeof demoCategories;
