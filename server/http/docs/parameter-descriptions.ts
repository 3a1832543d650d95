/** Descriptions by parameter name. They are part of the server, so that the app doesn't load them. */
const descriptionsByName: Readonly<Record<string, string>> = {
  id: 'Id of the resource.',
  page: 'Number of the page, from 1.',
  limit: 'Maximum number of items.',
  since:
    'Checkpoint of the last pull; empty for the first one. Returns changes in order, oldest first, with deleted items.',
  constrainTo: 'Names of the fields to return, joined by commas; all if empty.',
  status: 'Status of the projects.',
  has_warranty_certificate:
    '`1` or `true`: only projects with a certificate; `0` or `false`: only projects without. Not with `since`.',
  year: 'Year of issue.',
  month: 'Month of issue, from 1.',
  address: 'Part of the address.',
  q: 'Text to search for.',
  region: 'Country code of the region.',
  region_id: 'Id of your own country.',
  installer_company_id: 'Id of your own company.',
  installer_uuid: 'Your own user id.',
  contentTypes: 'Kinds of content; all if missing.',
  visible:
    '`1` or `true`: published items; `0` or `false`: none, because only operators see drafts.',
  enabled:
    '`1` or `true`: leads in progress and leads that became projects; `0` or `false`: archived leads.',
  mark: 'Only read or only unread notifications.',
  registration_number: 'Company registration number to check.',
  registration_number_2: 'Second company number to check.',
  phone: 'Phone number to check.',
  email: 'Email address to check.',
  code: 'Serial number on the label.',
  type: 'Product type.',
  size: 'Product size.',
  variant: 'Product variant.',
  categories: 'Category ids, joined by commas; all if missing.',
  active: '`1` or `true`: only products that can be ordered; `0` or `false`: only the others.',
  is_visible: '`1` or `true`: only products in the shop’s list; `0` or `false`: only the others.',
  data: 'Link to encode.',
  uuids: 'Variant ids, joined by commas.',
};

/** Descriptions of parameters that mean something else in one call. */
const descriptionsByCall: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getClubCard: { id: 'Id of your company.' },
  registerClubCard: { id: 'Id of your company.' },
  getPointsSummary: { id: 'Id of your company.' },
  listShopCategories: { type: '`1` for the shop’s categories.' },
  listClubCardProducts: { type: 'Top-ups, or the card itself; top-ups if missing.' },
  validateCompany: { region_id: 'Id of the company’s country.' },
  listTiers: { region_id: 'Id of the country.' },
};

/** Returns the description of a call's parameter; undefined if there is none. */
export function parameterDescription(callId: string, name: string): string | undefined {
  return descriptionsByCall[callId]?.[name] ?? descriptionsByName[name];
}
