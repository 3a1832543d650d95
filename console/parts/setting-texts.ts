import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as v from 'valibot';
import { configuration, type TagPhotoRule } from '#schemas/configuration.ts';
import { type CountryLinkId, countryLinkIds, countryLinks } from '#schemas/country-links.ts';
import { POINTS_FIELD_PREFIX, type SettingField } from '#schemas/operator/settings-calls.ts';
import { isListValue, listChanges, requirementText } from './setting-lists.ts';

const names: Readonly<Record<SettingField, MessageDescriptor>> = {
  welcome_points: msg`Welcome points`,
  survey_points: msg`Points for an answered closing survey`,
  points_validity_months: msg`Validity of points in months`,
  'configuration.point_value': msg`Value of a point in hundredths of the currency`,
  'configuration.project_life_days': msg`Days until an open project expires`,
  'warranty.minimum_months': msg`Minimum warranty in months`,
  'configuration.team_limit': msg`Maximum team size`,
  accepts_leads: msg`New companies may get leads`,
  'regional.flags': msg`Rules for companies`,
  'regional.company_type_state': msg`Company type`,
  'configuration.manufacturer_domain': msg`Text that a genuine label contains`,
  'configuration.sizes': msg`Additional sizes`,
  'configuration.variants': msg`Variants`,
  'configuration.generic_regions': msg`Countries whose labels may be shorter`,
  'configuration.requires_tag_photo': msg`Labels that need a photo`,
  'regional.vat_field': msg`Label of the VAT number`,
  'regional.company_id_field': msg`Label of the company number`,
  'regional.company_types': msg`Company types and declarations`,
  'regional.registration_questions': msg`Registration questions`,
  'regional.decor_registration_questions': msg`Registration questions for decor companies`,
  'regional.links': msg`Links`,
  'configuration.rejection_reasons': msg`Reasons for rejecting products`,
  'configuration.product_survey': msg`Questions about products`,
  closing_survey: msg`Questions when a project is closed`,
  lead_survey: msg`Questions after a lead`,
  'warranty.catalogue': msg`Warranty catalogue`,
};

/** Returns the name of a setting. A setting that isn't in the list is shown as its path. */
export function settingName(i18n: I18n, field: string): string {
  if (field.startsWith(POINTS_FIELD_PREFIX)) {
    const type = field.slice(POINTS_FIELD_PREFIX.length);
    return i18n._(msg`Points for ${type}`);
  }
  const name = new Map<string, MessageDescriptor>(Object.entries(names)).get(field);
  return name ? i18n._(name) : field.replaceAll('_', ' ');
}

/** The three rules for a country's companies, by bit. */
export const companyFlags: readonly { readonly bit: number; readonly name: MessageDescriptor }[] = [
  { bit: 1, name: msg`VAT number required` },
  { bit: 2, name: msg`Company number required` },
  { bit: 4, name: msg`Warranty certificates` },
];

const linkNames: Readonly<Record<CountryLinkId, MessageDescriptor>> = {
  website: msg`Website`,
  technical: msg`Installation instructions`,
  catalogue: msg`Product catalogue`,
  contact: msg`Contact and help`,
  logos: msg`Logos`,
  pictures: msg`Image library`,
  guide: msg`Brand guidelines`,
  terms: msg`Terms`,
  decor_terms: msg`Terms for decor companies`,
  documents: msg`Documents`,
  decor_documents: msg`Documents for decor companies`,
  privacy: msg`Privacy notice`,
};
/** Name of a country's link. */
export const linkName = (i18n: I18n, id: CountryLinkId): string => i18n._(linkNames[id]);

const teamLimit = v.object({ owners: v.number(), installers: v.number() });
const tagPhotos = configuration.entries.requires_tag_photo;

/** Labels that need a photo, one per line: year, factory and variant. */
export const tagPhotosText = (labels: readonly TagPhotoRule[]): string =>
  labels.map(({ year, factory, variant }) => `${year} ${factory} ${variant}`).join('\n');

/** Formats a setting's value. For questions and other long lists, returns only the number of entries. */
export function settingText(i18n: I18n, field: string, value: unknown): string {
  if (value === null || value === undefined)
    return i18n._(msg({ message: 'None', context: 'setting' }));
  if (typeof value === 'boolean') return i18n._(value ? msg`Yes` : msg`No`);
  if (typeof value === 'number') {
    if (field === 'regional.company_type_state') return requirementText(i18n, value);
    return field === 'regional.flags' ? flagsText(i18n, value) : i18n.number(value);
  }
  if (typeof value === 'string') return value;
  if (v.is(teamLimit, value)) {
    const [owners, installers] = [i18n.number(value.owners), i18n.number(value.installers)];
    return i18n._(msg`Owners: ${owners}, installers: ${installers}`);
  }
  if (field === 'regional.links' && v.is(countryLinks, value))
    return countryLinkIds
      .flatMap((id) => (value[id] === undefined ? [] : [`${linkName(i18n, id)}: ${value[id]}`]))
      .join('\n');
  if (field === 'configuration.requires_tag_photo' && v.is(tagPhotos, value))
    return tagPhotosText(value) || '–';
  if (v.is(v.array(v.string()), value)) return value.join(', ') || '–';
  if (v.is(v.record(v.string(), v.string()), value))
    return Object.entries(value)
      .map(([language, text]) => `${language}: ${text}`)
      .join(', ');
  if (Array.isArray(value)) {
    const entries = i18n.number(value.length);
    return i18n._(msg`Entries: ${entries}`);
  }
  return JSON.stringify(value);
}

/** Formats a changed setting with its old and new value. Lists have one line per difference. */
export function settingChangeText(
  i18n: I18n,
  { field, before, after }: { field: string; before: unknown; after: unknown },
): string {
  const name = settingName(i18n, field);
  // A new or removed list can be empty on one side.
  if ([before, after].some((value) => isListValue(value) && JSON.stringify(value).length > 2))
    return `${name}:\n${listChanges(i18n, before ?? [], after ?? [])}`;
  return `${name}: ${settingText(i18n, field, before)} → ${settingText(i18n, field, after)}`;
}

function flagsText(i18n: I18n, flags: number): string {
  const set = companyFlags.filter(({ bit }) => (flags & bit) !== 0);
  return set.map(({ name }) => i18n._(name)).join(', ') || '–';
}
