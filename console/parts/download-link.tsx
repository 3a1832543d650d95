import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '#console/data/use-online.ts';
import { SmallActionButton } from './action-button.tsx';

interface DownloadLinkProps {
  readonly href: string;
  /** Name of the saved file; by default, the one that the server sends. */
  readonly fileName?: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Link that downloads a file. While offline, it's disabled, and its tooltip says why. */
export function DownloadLink({ href, fileName = '', className, children }: DownloadLinkProps) {
  const content = (
    <>
      <Download />
      {children}
    </>
  );
  if (!useOnline()) return <SmallActionButton className={className}>{content}</SmallActionButton>;
  return (
    <a href={href} download={fileName} className={className}>
      {content}
    </a>
  );
}
