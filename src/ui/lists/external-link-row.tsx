import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListRow } from './list.tsx';

interface ExternalLinkRowProps {
  href: string;
  title: ReactNode;
  icon?: ReactNode;
}

/** A `List` row that links to an external page, opened in a new tab. */
export function ExternalLinkRow({ href, title, icon }: ExternalLinkRowProps) {
  return (
    <ListRow
      icon={icon}
      title={
        <>
          {title}
          <span className="sr-only">
            {' '}
            <Trans>(opens a new window)</Trans>
          </span>
        </>
      }
      end={<ExternalLink className="size-5 shrink-0 text-ink-soft" />}
      href={href}
    />
  );
}
