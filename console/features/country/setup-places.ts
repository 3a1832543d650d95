import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SetupPart } from '#schemas/operator/country-calls.ts';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';

/** Screen that configures a part of a country's setup. */
interface SetupPlace {
  /** The next step while the part is missing. */
  readonly how: MessageDescriptor;
  /** The screen to configure it, for operators with the right to it. */
  readonly link?: {
    readonly href: string;
    readonly text: MessageDescriptor;
    readonly right: OperatorRight;
  };
}

const places: Readonly<Record<SetupPart, SetupPlace>> = {
  settings: {
    how: msg`Write “settings” into a file of the country’s folder, then run “club setup apply”.`,
  },
  registration_surveys: {
    how: msg`Write the questions, once the country has settings.`,
    link: {
      href: '/country?tab=settings',
      text: msg`Open the settings`,
      right: 'settings.read',
    },
  },
  product_types: {
    how: msg`Write “product_types” into a file of the country’s folder, then run “club setup apply”.`,
  },
  points: {
    how: msg`Set the points of each product type, once the country has settings.`,
    link: {
      href: '/country?tab=products',
      text: msg`Open the points for products`,
      right: 'settings.read',
    },
  },
  tiers: {
    how: msg`Write “tiers” into a file of the country’s folder, then run “club setup apply”.`,
  },
  serials: {
    how: msg`Put “serial-numbers.csv” into the country’s folder, then run “club setup apply”.`,
  },
  shop: {
    how: msg`Write “shop” into a file of the country’s folder, then run “club setup apply”.`,
    link: { href: '/shop', text: msg`Open the shop`, right: 'shop.read' },
  },
  news: {
    how: msg`Write an article in English, then publish it.`,
    link: { href: '/content', text: msg`Open news and tutorials`, right: 'content.read' },
  },
  product_guide: {
    how: msg`Write “product_guide” into a file of the country’s folder, then run “club setup apply”.`,
  },
  second_person: {
    how: msg`Until another operator has this right and a passkey, changes of settings need no approval.`,
    link: { href: '/operators', text: msg`Open operators`, right: 'operators.manage' },
  },
};

/** Returns where a part of a country's setup is configured. */
export const placeOf = (part: SetupPart): SetupPlace => places[part];
