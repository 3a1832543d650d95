import type { TranslatedText } from '#schemas/primitives.ts';
import { inAll } from './texts.ts';

/** The categories of the demo's shop, in their order, with what is said of everything in them. */
export const demoCategories = {
  tools: {
    name: inAll('Tools'),
    text: inAll(
      '<p>Made for work on the roof: light in the hand, and still there after a fall.</p><ul><li>Two years of warranty</li><li>Delivered within <strong>5 working days</strong></li></ul>',
    ),
  },
  workwear: {
    name: inAll('Workwear'),
    text: inAll(
      '<p>Keeps wind and rain out, and lets you move.</p><ul><li>Washable at 40 °C</li><li>Reflecting on front and back</li></ul>',
    ),
  },
  roof: {
    name: inAll('For the roof'),
    text: inAll(
      '<p>What a window needs beside itself, from the manufacturer.</p><p>Fits all current types.</p>',
    ),
  },
  vouchers: {
    name: inAll('Vouchers'),
    text: inAll(
      '<p>You get a number to pay with. Nothing is sent by post.</p><ol><li>Order</li><li>Find the number in your order</li><li>Show it when you pay</li></ol>',
    ),
  },
  marketing: {
    name: inAll('Made for your company'),
    text: inAll('<p>Printed with your company’s name and logo. We send you a draft first.</p>'),
  },
  gifts: {
    name: inAll('Gifts'),
    text: inAll('<p>Something for the break, or for a customer.</p>'),
  },
} as const satisfies Record<string, { name: TranslatedText; text: TranslatedText }>;
export type DemoCategory = keyof typeof demoCategories;
