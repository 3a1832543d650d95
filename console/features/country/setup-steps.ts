import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SetupPart } from '#schemas/operator/country-calls.ts';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';

/** The next step if a part of a country's setup is missing, and the screen where the part is configured. */
interface SetupStep {
  readonly instruction: MessageDescriptor;
  /** Shown only to operators who have the right to open the screen. */
  readonly link?: {
    readonly href: string;
    readonly text: MessageDescriptor;
    readonly right: OperatorRight;
  };
}

const setupSteps: Readonly<Record<SetupPart, SetupStep>> = {
  settings: {
    instruction: msg`Write the first settings, or copy another country’s settings.`,
    link: {
      href: '/country?tab=settings',
      text: msg`Open the settings`,
      right: 'settings.read',
    },
  },
  registration_surveys: {
    instruction: msg`Write the questions with the first settings, or change them later.`,
    link: {
      href: '/country?tab=settings',
      text: msg`Open the settings`,
      right: 'settings.read',
    },
  },
  product_types: {
    instruction: msg`Add the types that can be scanned.`,
    link: {
      href: '/country?tab=products',
      text: msg`Open the product types`,
      right: 'settings.read',
    },
  },
  points: {
    instruction: msg`Set the points of each product type, once the country has settings.`,
    link: {
      href: '/country?tab=products',
      text: msg`Open the points for products`,
      right: 'settings.read',
    },
  },
  tiers: {
    instruction: msg`Add the levels of each tier category.`,
    link: {
      href: '/country?tab=tiers',
      text: msg`Open the levels`,
      right: 'settings.read',
    },
  },
  serials: {
    instruction: msg`Import a CSV file of serial numbers.`,
    link: { href: '/imports', text: msg`Open imports`, right: 'imports.run' },
  },
  shop: {
    instruction: msg`Add the categories of the shop, then its products.`,
    link: { href: '/shop', text: msg`Open the shop`, right: 'shop.read' },
  },
  news: {
    instruction: msg`Write an article in English, then publish it.`,
    link: { href: '/content', text: msg`Open news and tutorials`, right: 'content.read' },
  },
  product_guide: {
    instruction: msg`Write “product_guide” into a file in the country’s folder, then run “club setup apply”.`,
  },
  second_person: {
    instruction: msg`Until another operator has this right and a passkey, settings changes need no approval.`,
    link: { href: '/operators', text: msg`Open operators`, right: 'operators.manage' },
  },
};

/** Returns the next step for a part of a country's setup. */
export const setupStepOf = (part: SetupPart): SetupStep => setupSteps[part];
