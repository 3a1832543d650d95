import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Name of a draft, and the screen that restores it. */
interface DraftLink {
  readonly title: MessageDescriptor;
  readonly href: string;
}

/** Drafts by `kind field`. Features with drafts add their screens here. */
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
  'content texts': (record) => ({ title: msg`News or tutorial`, href: `/content/${record}` }),
};

/** Finds the screen that restores a draft. Returns null if this version of the console doesn't know the draft. */
export function draftLink(draft: {
  readonly kind: string;
  readonly record: string;
  readonly field: string;
}): DraftLink | null {
  return links[`${draft.kind} ${draft.field}`]?.(draft.record) ?? null;
}
