import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { hasRight, useSession } from '#console/data/session.ts';
import { ConsoleLink } from './console-link.tsx';
import { recordHref } from './record-links.ts';

interface LedgerRecordProps {
  /** Id of the order that the line paid or refunded; null for other lines. */
  readonly order: string | null;
  /** Id of the project that earned the points; null for other lines. */
  readonly project: string | null;
}

/** Links a ledger line to its order or project; a dash if it has neither. */
export function LedgerRecord({ order, project }: LedgerRecordProps) {
  const session = useSession();
  const orderHref = recordHref('order', order);
  const projectHref = recordHref('project', project);
  if (orderHref !== null)
    return (
      <RecordLink href={hasRight(session, 'orders.read') ? orderHref : null}>
        <Trans>Order</Trans>
      </RecordLink>
    );
  if (projectHref === null) return '–';
  return (
    <RecordLink href={projectHref}>
      <Trans>Project</Trans>
    </RecordLink>
  );
}

/** A link to a record; plain text if the operator can't open it. */
function RecordLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <ConsoleLink href={href} className="text-info underline-offset-4 hover:underline">
      {children}
    </ConsoleLink>
  );
}
