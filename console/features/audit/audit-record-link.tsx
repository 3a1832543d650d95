import { useLingui } from '@lingui/react/macro';
import { hasRight, useSession } from '#console/data/session.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { recordHref } from '#console/parts/record-links.ts';
import { recordText } from './audit-texts.ts';

/** A record, linked to its screen if it has one that the operator may open. */
export function AuditRecordLink({ kind, id }: { kind: string | null; id: string | null }) {
  const { i18n } = useLingui();
  const session = useSession();
  const canOpen = kind !== 'operator' || hasRight(session, 'operators.manage');
  const href = canOpen ? recordHref(kind, id) : null;
  const text = recordText(i18n, kind, id);
  if (href === null) return text;
  return (
    <ConsoleLink href={href} className="text-info underline-offset-4 hover:underline">
      {text}
    </ConsoleLink>
  );
}
