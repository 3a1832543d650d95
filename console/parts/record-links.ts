/** Screens for records, by the kind used in the audit and in approvals. Features add their screens here. */
const screens: Readonly<Record<string, string>> = {
  announcement: '/announcements/',
  approval: '/approvals?state=all&open=',
  campaign: '/campaigns/',
  card: '/cards/',
  certificate: '/certificates/',
  chat: '/support?view=all&open=',
  company: '/companies/',
  content: '/content/',
  held_lot: '/held-lots?open=',
  installer: '/people/',
  import: '/imports/',
  lead: '/leads/',
  lead_request: '/lead-requests/',
  operator: '/operators?open=',
  scan: '/scanned-products?open=',
  order: '/orders/',
  order_batch: '/orders/batches?open=',
  product: '/shop/',
  project: '/scanned-products?project=',
  survey: '/surveys/',
};

/** URL of a record’s screen; null if its kind has none. */
export function recordHref(kind: string | null, id: string | null): string | null {
  const screen = kind === null ? undefined : screens[kind];
  return screen === undefined || id === null ? null : `${screen}${id}`;
}
