import type { TranslatedText } from '#schemas/primitives.ts';
import { inBoth } from './texts.ts';

/** The categories of the demo's shop, in their order, with what is said of everything in them. */
export const demoCategories = {
  tools: {
    name: inBoth('Tools', 'Narzędzia'),
    text: inBoth(
      '<p>Made for work on the roof: light in the hand, and still there after a fall.</p><ul><li>Two years of warranty</li><li>Delivered within <strong>5 working days</strong></li></ul>',
      '<p>Do pracy na dachu: lekkie w ręce i odporne na upadek.</p><ul><li>Dwa lata gwarancji</li><li>Dostawa w ciągu <strong>5 dni roboczych</strong></li></ul>',
    ),
  },
  workwear: {
    name: inBoth('Workwear', 'Odzież robocza'),
    text: inBoth(
      '<p>Keeps wind and rain out, and lets you move.</p><ul><li>Washable at 40 °C</li><li>Reflecting on front and back</li></ul>',
      '<p>Chroni przed wiatrem i deszczem, nie krępuje ruchów.</p><ul><li>Pranie w 40 °C</li><li>Odblaski z przodu i z tyłu</li></ul>',
    ),
  },
  roof: {
    name: inBoth('For the roof', 'Na dach'),
    text: inBoth(
      '<p>What a window needs beside itself, from the manufacturer.</p><p>Fits all current types.</p>',
      '<p>Wszystko, czego potrzebuje okno, prosto od producenta.</p><p>Pasuje do wszystkich aktualnych typów.</p>',
    ),
  },
  vouchers: {
    name: inBoth('Vouchers', 'Vouchery'),
    text: inBoth(
      '<p>You get a number to pay with. Nothing is sent by post.</p><ol><li>Order</li><li>Find the number in your order</li><li>Show it when you pay</li></ol>',
      '<p>Otrzymasz numer, którym zapłacisz. Nic nie przychodzi pocztą.</p><ol><li>Zamów</li><li>Znajdź numer w zamówieniu</li><li>Pokaż go przy kasie</li></ol>',
    ),
  },
  marketing: {
    name: inBoth('Made for your company', 'Dla Twojej firmy'),
    text: inBoth(
      '<p>Printed with your company’s name and logo. We send you a draft first.</p>',
      '<p>Z nazwą i logo Twojej firmy. Najpierw wysyłamy projekt.</p>',
    ),
  },
  gifts: {
    name: inBoth('Gifts', 'Upominki'),
    text: inBoth(
      '<p>Something for the break, or for a customer.</p>',
      '<p>Coś na przerwę albo dla klienta.</p>',
    ),
  },
} as const satisfies Record<string, { name: TranslatedText; text: TranslatedText }>;
export type DemoCategory = keyof typeof demoCategories;
