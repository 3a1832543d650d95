import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { recordHref } from './record-links.ts';

/** Name of a draft, and the screen that restores it. */
interface DraftLink {
  readonly title: MessageDescriptor;
  readonly href: string;
}

/** The `record` of a draft for a record that doesn't exist yet. */
const NEW = 'new';

/** Links by the kind and field of a draft, such as `chat answer`. Features with drafts add their screens here. */
const links: Readonly<Record<string, (record: string) => DraftLink>> = {
  'chat answer': (record) => ({
    title: msg`Answer to a chat`,
    href: `/support?view=all&open=${record}`,
  }),
  'chat note': (record) => ({
    title: msg`Note on a chat`,
    href: `/support?view=all&open=${record}&tab=note`,
  }),
  'announcement texts': (record) => ({
    title: msg`Announcement`,
    href: `/announcements/${record}`,
  }),
  'new_chat form': (record) => ({
    title: msg`First message of a chat`,
    href: `/support?panel=start${record === NEW ? '' : `&person=${record}`}`,
  }),
  'chat_template form': () => ({ title: msg`Template`, href: '/support?panel=templates' }),
  'survey form': (record) => ({
    title: msg`Survey`,
    href: record === NEW ? '/surveys?panel=new' : `/surveys/${record}?tab=texts`,
  }),
  'campaign form': (record) => ({
    title: msg`Campaign`,
    href: record === NEW ? '/campaigns?panel=new' : `/campaigns/${record}?tab=change`,
  }),
  'lead_request form': () => ({ title: msg`Request`, href: '/lead-requests?panel=new' }),
  'product form': (record) => ({
    title: msg`Product`,
    href: record === NEW ? '/shop?panel=new' : `/shop/${record}?tab=details`,
  }),
  'product_pictures form': (record) => ({
    title: msg`Product pictures`,
    href: `/shop/${record}?tab=pictures`,
  }),
  'company form': (record) => ({
    title: msg`Company details`,
    href: `/companies/${record}?tab=details`,
  }),
  'company_flags form': (record) => ({
    title: msg`Company flags`,
    href: `/companies/${record}?tab=flags`,
  }),
  'company_points form': (record) => ({
    title: msg`Points correction`,
    href: `/companies/${record}?tab=points`,
  }),
  'first_settings form': (record) => {
    const [region = '', from = ''] = record.split('-');
    return {
      title: msg`First settings`,
      href: `/country/first-settings?region=${region}${from === 'neutral' ? '' : `&from=${from}`}`,
    };
  },
  'country_list form': (record) => ({
    title: msg`Country settings`,
    href: `/country?region=${record.split('-', 1).join('')}`,
  }),
  'content texts': (record) => ({ title: msg`News or tutorial`, href: `/content/${record}` }),
};

/** Finds the screen that restores a draft. Returns null if this version of the console doesn't know the draft. */
export function draftLink(draft: {
  readonly kind: string;
  readonly record: string;
  readonly field: string;
}): DraftLink | null {
  if (draft.field === 'comment') return commentLink(draft.kind, draft.record);
  return links[`${draft.kind} ${draft.field}`]?.(draft.record) ?? null;
}

/**
 * Returns the link to the timeline that restores a comment's draft. Categories and projects have no page, so their link
 * opens a list; for a project, the list opens its timeline.
 */
function commentLink(kind: string, record: string): DraftLink {
  const list = recordHref(kind, record) ?? '/shop/categories';
  const href = kind === 'project' ? `${list}&panel=timeline` : list;
  return { title: msg`Comment`, href: href.includes('?') ? href : `${href}?tab=timeline` };
}
