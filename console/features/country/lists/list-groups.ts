import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ListField } from '#schemas/operator/setting-lists.ts';

/** Texts and lists that are edited together. */
export interface ListGroup {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly note: MessageDescriptor;
  readonly fields: readonly ListField[];
}

/** Texts and lists of a country, in the order of the screen. */
export const listGroups: readonly ListGroup[] = [
  {
    id: 'numbers',
    title: msg`Tax number labels`,
    note: msg`Numbers that companies have entered stay as they are.`,
    fields: ['regional.vat_field', 'regional.company_id_field'],
  },
  {
    id: 'types',
    title: msg`Company types`,
    note: msg`A type that companies have can’t be removed. If a text changes, owners of companies that accepted the earlier one are asked to accept the new one.`,
    fields: ['regional.company_types'],
  },
  {
    id: 'registration-questions',
    title: msg`Registration questions`,
    note: msg`Owners of main companies are asked when they register, or when they sign in without answers. Answers stay stored. Older apps still ask the questions that countries share.`,
    fields: ['regional.registration_questions'],
  },
  {
    id: 'decor-registration-questions',
    title: msg`Registration questions for decor companies`,
    note: msg`Owners of decor companies are asked when they register, or when they sign in without answers. Answers stay stored. Older apps still ask the questions that countries share.`,
    fields: ['regional.decor_registration_questions'],
  },
  {
    id: 'links',
    title: msg`Links`,
    note: msg`Pages that installers open from the app. An empty one leads to the page of the manufacturer’s site. Older apps always open that page.`,
    fields: ['regional.links'],
  },
  {
    id: 'reasons',
    title: msg`Reasons for rejecting products`,
    note: msg`Products that were rejected with a removed reason say only that a reviewer rejected them.`,
    fields: ['configuration.rejection_reasons'],
  },
  {
    id: 'product-questions',
    title: msg`Questions about products`,
    note: msg`Answers stay stored. Products that phones haven’t sent by the first day are asked again if their answers don’t fit.`,
    fields: ['configuration.product_survey'],
  },
  {
    id: 'closing-questions',
    title: msg`Questions when a project is closed`,
    note: msg`Existing projects keep their questions. New projects get the new ones.`,
    fields: ['closing_survey'],
  },
  {
    id: 'lead-questions',
    title: msg`Questions after a lead`,
    note: msg`Existing projects keep their questions. New projects get the new ones.`,
    fields: ['lead_survey'],
  },
  {
    id: 'warranty',
    title: msg`Warranty catalogue`,
    note: msg`Issued certificates keep the name and years of their categories. A prepared certificate with a removed category must be changed before it is issued.`,
    fields: ['warranty.catalogue'],
  },
];
